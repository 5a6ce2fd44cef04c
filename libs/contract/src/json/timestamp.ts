import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { Refusal } from './violations.js';

/** The parts of a timestamp message. */
export type Instant = Pick<Timestamp, 'seconds' | 'nanos'>;

/**
 * Date, "T", time with optional fractional digits (digits after the ninth are dropped), and zone; RFC 3339 allows
 * lower-case "t" and "z".
 */
const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

const REFUSAL = new Refusal('must be an RFC 3339 time with a zone, such as 2026-01-31T09:30:00Z');

/** google.protobuf.Timestamp holds the years 1 to 9999. */
const MIN_MS = Date.parse('0001-01-01T00:00:00Z');
const MAX_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Reads an RFC 3339 time that exists in the calendar: 30 February and 24:00 are refused, not rolled over. */
export function parseTimestamp(text: string): Instant | Refusal {
  const match = RFC_3339.exec(text);
  if (!match) return REFUSAL;
  const [, year, month, day, hour, minute, second, fraction = '', sign, zoneHour = '0', zoneMinute = '0'] = match;
  const local = {
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  };
  const isTime = local.hour < 24 && local.minute < 60 && local.second < 60;
  const isZone = Number(zoneHour) < 24 && Number(zoneMinute) < 60;
  if (!isTime || !isZone || !isDay(Number(year), local.month, local.day)) return REFUSAL;

  const offsetMs = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000 * (sign === '-' ? -1 : 1);
  const ms = utcMs(Number(year), local.month, local.day) + toMs(local) - offsetMs;
  if (ms < MIN_MS || ms > MAX_MS) return REFUSAL;
  return { seconds: BigInt(ms / 1000), nanos: Number(fraction.slice(0, 9).padEnd(9, '0')) };
}

/** Parses a time; undefined for an invalid one. */
export function parseInstant(text: string): Instant | undefined {
  const instant = parseTimestamp(text);
  return instant instanceof Refusal ? undefined : instant;
}

/**
 * Formats an instant in UTC with 0, 3, 6 or 9 digits of a second, as needed.
 *
 * @throws RangeError for years outside 1 to 9999, which is a bug of the caller.
 */
export function formatTimestamp({ seconds, nanos }: Instant): string {
  const ms = Number(seconds) * 1000;
  if (!(ms >= MIN_MS && ms <= MAX_MS) || nanos < 0 || nanos > 999_999_999)
    throw new RangeError('A timestamp is out of range');
  return `${new Date(ms).toISOString().slice(0, 19)}${formatFraction(nanos)}Z`;
}

function formatFraction(nanos: number): string {
  if (nanos === 0) return '';
  const digits = String(nanos).padStart(9, '0');
  if (nanos % 1_000_000 === 0) return `.${digits.slice(0, 3)}`;
  return nanos % 1_000 === 0 ? `.${digits.slice(0, 6)}` : `.${digits}`;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(utcMs(year, month, day));
  return month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Date.UTC would treat the years 0 to 99 as 1900 to 1999. */
function utcMs(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function toMs({ hour, minute, second }: { hour: number; minute: number; second: number }): number {
  return ((hour * 60 + minute) * 60 + second) * 1000;
}
