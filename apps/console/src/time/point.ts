import { formatDateTime } from './format.js';

/** A length of time before now. */
export interface Span {
  readonly count: number;
  readonly unit: string;
  /** The unit in words, in the singular. */
  readonly name: string;
  readonly ms: number;
}

const UNITS: Readonly<Record<string, readonly [name: string, ms: number]>> = {
  s: ['second', 1000],
  m: ['minute', 60_000],
  h: ['hour', 3_600_000],
  d: ['day', 86_400_000],
  w: ['week', 604_800_000],
};

const SPAN = /^-(\d{1,9})([smhdw])$/;
const ABSOLUTE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:\.(\d{1,9}))?Z$/;

/** Reads `now` or a span back from now such as `-15m`; undefined for anything else. */
export function parseSpan(text: string): Span | undefined {
  if (text === 'now') return { count: 0, unit: 's', name: 'second', ms: 0 };
  const [, digits, unit = ''] = SPAN.exec(text) ?? [];
  const [name, length] = UNITS[unit] ?? [];
  if (digits === undefined || name === undefined || length === undefined) return undefined;
  const count = Number(digits);
  // A hundred years are longer than anything is kept, and more would leave the range of dates.
  return count * length <= 36_525 * 86_400_000 ? { count, unit, name, ms: count * length } : undefined;
}

/** The instant of one end of a range, in milliseconds since 1970; undefined if the text is not valid. */
export function parsePoint(text: string, nowMs: number): number | undefined {
  const span = parseSpan(text);
  if (span) return Math.max(nowMs - span.ms, 0);
  const [, minute, second = ':00', fraction = ''] = ABSOLUTE.exec(text) ?? [];
  if (minute === undefined) return undefined;
  const ms = Date.parse(`${minute}${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  // A date such as February 30 is read as one in March.
  const exists = !Number.isNaN(ms) && ms >= 0 && new Date(ms).toISOString().startsWith(minute);
  return exists ? ms : undefined;
}

/** One end of a range in words: `now`, `2 hours ago`, `Nov 1, 08:00`. */
export function describePoint(text: string, zone: string, nowMs: number): string {
  const span = parseSpan(text);
  if (span) return span.count === 0 ? 'now' : `${span.count} ${span.name}${span.count === 1 ? '' : 's'} ago`;
  const ms = parsePoint(text, nowMs);
  if (ms === undefined) return text;
  return formatDateTime(ms, zone, { precision: ms % 60_000 === 0 ? 'minute' : 'second', nowMs });
}
