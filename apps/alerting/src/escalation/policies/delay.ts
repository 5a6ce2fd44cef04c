const SECONDS = { d: 86_400, h: 3_600, m: 60, s: 1 } as const;

/** Seconds of a duration such as 30m, 1h30m, 90s or PT5M; undefined for anything else. */
export function parseDelay(text: string): number | undefined {
  const lower = text.startsWith('PT') ? text.slice(2).toLowerCase() : text;
  const [all, ...parts] = /^(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/.exec(lower) ?? [];
  if (!all) return undefined;
  const units = Object.values(SECONDS);
  return parts.reduce((sum, part, index) => sum + Number(part ?? 0) * (units[index] ?? 0), 0);
}
