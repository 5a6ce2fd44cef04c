const RELATIVE = /^-?([0-9]{1,5})([smhdwMy])$/;
const DATE =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})?)?$/;
const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, M: 2_592_000, y: 31_536_000 } as const;

/** How long ago `-7d`, `36h` or `1y` is, in milliseconds; months are 30 days and years 365. Undefined for anything else. */
export function parseAgo(text: string): number | undefined {
  const [, count, unit] = RELATIVE.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * SECONDS[unit as keyof typeof SECONDS] * 1000;
}

/** Milliseconds since 1970 of an RFC 3339 time or date, in UTC where it names no offset; a number counts seconds. */
export function parseInstant(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value * 1000 : undefined;
  if (typeof value !== 'string' || !DATE.test(value)) return undefined;
  const text = value.toUpperCase().replace(' ', 'T');
  const ms = Date.parse(text.length > 10 && !/(?:Z|[+-][0-9]{2}:[0-9]{2})$/.test(text) ? `${text}Z` : text);
  // Date.parse rolls 30 February over instead of refusing it.
  const day = Number(text.slice(8, 10));
  const isRolled = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() !== day;
  return Number.isNaN(ms) || isRolled ? undefined : ms;
}
