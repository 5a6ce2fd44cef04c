/** An offset as players show it: `02:13`, `1:02:13`. */
export function clockText(offsetMs: number): string {
  const seconds = Math.max(0, Math.floor(offsetMs / 1_000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3_600);
  return (hours === 0 ? parts : [String(hours), ...parts]).join(':');
}
