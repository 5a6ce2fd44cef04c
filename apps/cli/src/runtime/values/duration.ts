const UNITS = ['d', 'h', 'm', 's', 'ms'] as const;
const MS: Readonly<Record<(typeof UNITS)[number], number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** Exceeds any retention, but still yields a date that RFC 3339 can represent. */
const MAX_MS = 36_500 * MS.d;

const SHAPE = new RegExp(`^${UNITS.map((unit) => `(?:(\\d{1,9})${unit})?`).join('')}$`);

/**
 * Parses a duration to milliseconds: whole numbers with the units d, h, m, s and ms, largest first, each at most once (`30m`,
 * `7d`, `1h30m`). Undefined for anything else, for zero, and for more than a hundred years.
 */
export function parseDuration(text: string): number | undefined {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const total = UNITS.reduce((sum, unit, index) => sum + Number(match[index + 1] ?? 0) * MS[unit], 0);
  return total > 0 && total <= MAX_MS ? total : undefined;
}
