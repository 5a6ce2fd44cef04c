import { parseInstant } from '@svc/contract';
import type { DateBound } from './operand.js';
import type { Json } from './question.js';

const AGE = /^-?([0-9]{1,5})([smhdwMy])$/;
const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, M: 2_592_000, y: 31_536_000 } as const;
const NANOSECONDS_PER_SECOND = 1_000_000_000n;

/**
 * The nanoseconds of an age such as `-7d`, `36h` or `1y`; months have 30 days and years 365. Undefined for any other
 * string.
 */
function parseAge(text: string): bigint | undefined {
  const [, count, unit] = AGE.exec(text) ?? [];
  if (count === undefined) return undefined;
  return BigInt(Number(count) * SECONDS[unit as keyof typeof SECONDS]) * NANOSECONDS_PER_SECOND;
}

const yearStart = (year: number): bigint => BigInt(Date.UTC(year, 0, 1)) * 1_000_000n;
/** The range of times that the column store can hold. */
const EARLIEST = yearStart(1900);
const LATEST = yearStart(2262);

/** Reads an RFC 3339 time, or an age with a minus sign such as `-7d`, as a time. `now` is in nanoseconds since 1970. */
export function readTimeOrAge(value: Json, now: bigint): DateBound | undefined {
  if (typeof value !== 'string') return undefined;
  const age = value.startsWith('-') ? parseAge(value) : undefined;
  if (age !== undefined) return { instant: now - age };
  const instant = readTime(value);
  return instant === undefined || instant < EARLIEST || instant > LATEST ? undefined : { instant };
}

/** Nanoseconds since 1970 of an RFC 3339 time; undefined for any other value. */
export function readTime(value: Json): bigint | undefined {
  const instant = typeof value === 'string' ? parseInstant(value) : undefined;
  return instant && instant.seconds * NANOSECONDS_PER_SECOND + BigInt(instant.nanos);
}

/** Reads a date bound of a feature flag: a time that `readDate` accepts, or an age, which stays an age. */
export function readDateOrAge(value: Json): DateBound | undefined {
  const age = typeof value === 'string' ? parseAge(value) : undefined;
  if (age !== undefined) return { age };
  const instant = readDate(value);
  return instant === undefined ? undefined : { instant };
}

const DATE =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})?)?$/;

/** As seconds this is the year 5138, as milliseconds 1973: a number from here on counts milliseconds. */
const LEAST_MILLISECONDS = 1e11;

const toMilliseconds = (value: number): number => (Math.abs(value) < LEAST_MILLISECONDS ? value * 1000 : value);

/**
 * Nanoseconds since 1970, to the millisecond, of an ISO 8601 time or date, in UTC if it has no offset, or of an HTTP date (RFC 1123). A
 * number counts seconds, or milliseconds from 100,000,000,000 on.
 */
export function readDate(value: Json): bigint | undefined {
  const ms =
    typeof value === 'number' ? toMilliseconds(value) : typeof value === 'string' ? parseDate(value) : undefined;
  return ms === undefined || !Number.isFinite(ms) ? undefined : BigInt(Math.trunc(ms)) * 1_000_000n;
}

const HTTP_DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} (?:GMT|[+-][0-9]{4})$/;

/** The day of the week is ignored; a day that the month does not have is invalid. */
function parseHttpDate(value: string): number | undefined {
  const ms = Date.parse(value);
  const day = new Date(Date.parse(`${value.slice(5, 16)} 00:00:00 GMT`)).getUTCDate();
  return day === Number(value.slice(5, 7)) ? ms : undefined;
}

function parseDate(value: string): number | undefined {
  if (HTTP_DATE.test(value)) return parseHttpDate(value);
  if (!DATE.test(value)) return undefined;
  const text = value.toUpperCase().replace(' ', 'T');
  const ms = Date.parse(text.length > 10 && !/(?:Z|[+-][0-9]{2}:[0-9]{2})$/.test(text) ? `${text}Z` : text);
  // Date.parse turns 30 February into 2 March instead of rejecting it.
  const day = Number(text.slice(8, 10));
  const isRolledOver = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() !== day;
  return isRolledOver ? undefined : ms;
}
