/** An offset as players show it: `02:13`, `1:02:13`. */
export function clockText(offsetMs: number): string {
  const seconds = Math.max(0, Math.floor(offsetMs / 1000));
  const minutes = Math.floor(seconds / 60);
  const parts = [minutes % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  return (minutes < 60 ? parts : [String(Math.floor(minutes / 60)), ...parts]).join(':');
}
