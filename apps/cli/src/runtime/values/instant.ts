import { parseDuration } from './duration.js';

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/;

/**
 * Parses an RFC 3339 timestamp to nanoseconds since 1970; undefined if it is malformed or names a date or time that does not
 * exist. Leap seconds are refused, as in the service.
 */
export function instantNs(text: string): bigint | undefined {
  const match = RFC_3339.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const offset = offsetMinutes(match[8], match[9], match[10]);
  if (offset === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - offset, second);
  return BigInt(date.getTime()) * 1_000_000n + BigInt((match[7] ?? '').padEnd(9, '0'));
}

/**
 * Resolves a bound of a window to RFC 3339: a duration counts back from `nowMs`, a timestamp stays unchanged. Undefined for
 * anything else.
 */
export function resolveBound(text: string, nowMs: number): string | undefined {
  const ago = parseDuration(text);
  if (ago !== undefined) return new Date(nowMs - ago).toISOString();
  return instantNs(text) === undefined ? undefined : text;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function offsetMinutes(sign: string | undefined, hours = '00', minutes = '00'): number | undefined {
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -offset : offset;
}
