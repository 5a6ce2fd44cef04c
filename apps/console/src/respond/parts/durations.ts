const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Milliseconds of a duration such as `5m` or `1h30m`; undefined for another text. */
export function toMilliseconds(duration: string): number | undefined {
  if (!/^(?:\d+[smhdw])+$/.test(duration)) return undefined;
  return [...duration.matchAll(/(\d+)([smhdw])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0),
    0,
  );
}
