import { toWallClock } from './zone.js';

export * from './amounts.js';

/** An RFC 3339 text of the service, with up to nine decimals, or milliseconds since 1970. */
export type Instant = string | number;

/** The precision of a time that is shown: `full` keeps the decimals that the service has sent. */
export type Precision = 'minute' | 'second' | 'millisecond' | 'full';

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const DAY_MS = 86_400_000;
const DECIMALS = /\.(\d+)(?=Z|[+-]\d\d:\d\d$)/;

/** Milliseconds since 1970; NaN for a text that is no time. */
export function toMs(instant: Instant): number {
  if (typeof instant === 'number') return instant;
  return Date.parse(instant.replace(DECIMALS, (_, digits: string) => `.${digits.slice(0, 3).padEnd(3, '0')}`));
}

/** The time of day in a zone: `08:30:15.123`. */
export function formatTime(instant: Instant, zone: string, precision: Precision = 'second'): string {
  const ms = toMs(instant);
  if (Number.isNaN(ms)) return String(instant);
  const time = new Date(toWallClock(zone, ms)).toISOString().slice(11, 23);
  switch (precision) {
    case 'minute':
      return time.slice(0, 5);
    case 'second':
      return time.slice(0, 8);
    case 'millisecond':
      return time;
    case 'full':
      return `${time.slice(0, 8)}${decimalsOf(instant, time.slice(8))}`;
  }
}

/** The day in a zone: `Nov 1`, with the year if it is not that of `nowMs` or the day is to come, as typed days are read as past ones. */
export function formatDay(instant: Instant, zone: string, nowMs = Date.now()): string {
  const ms = toMs(instant);
  if (Number.isNaN(ms)) return String(instant);
  const wall = toWallClock(zone, ms);
  const now = toWallClock(zone, nowMs);
  const date = new Date(wall);
  const year = date.getUTCFullYear();
  const day = `${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCDate()}`;
  return year === new Date(now).getUTCFullYear() && wall <= now + DAY_MS ? day : `${day}, ${year}`;
}

/** Day and time in a zone: `Nov 1, 08:30:15`. */
export function formatDateTime(
  instant: Instant,
  zone: string,
  { precision = 'second', nowMs = Date.now() }: { readonly precision?: Precision; readonly nowMs?: number } = {},
): string {
  if (Number.isNaN(toMs(instant))) return String(instant);
  return `${formatDay(instant, zone, nowMs)}, ${formatTime(instant, zone, precision)}`;
}

/** The time since an instant, such as `5 min ago`; the day if it was more than a month ago. */
export function formatAgo(instant: Instant, nowMs: number, zone = 'UTC'): string {
  const ms = toMs(instant);
  if (Number.isNaN(ms)) return String(instant);
  const distance = Math.abs(nowMs - ms);
  if (distance < 5000) return 'just now';
  if (distance >= 30 * DAY_MS) return formatDay(ms, zone, nowMs);
  const text = toDistance(distance);
  return ms > nowMs ? `in ${text}` : `${text} ago`;
}

function toDistance(ms: number): string {
  if (ms < 60_000) return `${Math.floor(ms / 1000)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min`;
  return ms < DAY_MS ? `${Math.floor(ms / 3_600_000)} h` : `${Math.floor(ms / DAY_MS)} d`;
}

/** The decimals that were sent; those of the milliseconds for a number, if it has any. */
function decimalsOf(instant: Instant, milliseconds: string): string {
  if (typeof instant === 'string') return DECIMALS.exec(instant)?.[0] ?? '';
  return milliseconds === '.000' ? '' : milliseconds;
}
