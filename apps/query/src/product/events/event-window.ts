import type { EventsTimeRange } from '@svc/contract';
import { int64s, sql, type Sql } from '@svc/reading/statement';
import {
  type CalendarUnit,
  isTimeZone,
  minPeriods,
  calendarPeriods,
  type TimeRange,
  toNanoseconds,
} from '@svc/reading/time';
import { invalidField } from '@svc/service-error';

export type Interval = CalendarUnit | 'total';

/** One bucket; it may extend beyond the window at both ends. */
export interface Bucket {
  readonly start: bigint;
  readonly end: bigint;
}

/** No chart shows more. */
const MAX_BUCKETS = 1_500;

/** @throws ServiceError `invalid_request` unless the window ends after its start. */
export function exactRange(range: EventsTimeRange | undefined): TimeRange {
  const [from, to] = [range?.start, range?.end].map((time) => (time ? toNanoseconds(time) : 0n));
  if (from === undefined || to === undefined || from >= to) throw invalidField('time_range.end', 'must be after start');
  return { from, to };
}

export function readTimeZone(zone: string): string {
  if (zone === '') return 'UTC';
  if (!isTimeZone(zone)) throw invalidField('timezone', 'must be an IANA time zone such as Europe/Berlin');
  return zone;
}

/** @throws ServiceError `invalid_request` if there would be too many. */
export function toBuckets(
  range: TimeRange,
  interval: Interval,
  zone: string,
  { most, path } = { most: MAX_BUCKETS, path: 'interval' },
): Bucket[] {
  if (interval === 'total') return [{ start: range.from, end: range.to }];
  const tooMany = invalidField(path, `must be wider, or the window shorter: at most ${most} parts`);
  if (minPeriods(range, interval) > most) throw tooMany;
  const { starts, end } = calendarPeriods(range, interval, zone);
  if (starts.length > most) throw tooMany;
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? end }));
}

/** Whether the bucket can no longer grow and lies entirely inside the window. */
export function isComplete({ start, end }: Bucket, range: TimeRange, now: bigint): boolean {
  return start >= range.from && end <= range.to && end <= now;
}

/** The last of the ascending starts that is not after `time`, all in nanoseconds; the first is not after any stored time. */
export function bucketStart(time: Sql, starts: readonly bigint[]): Sql {
  return sql`roundDown(${time}, ${int64s([...new Set(starts.map(toInt64))])})`;
}

/** The start as `bucketStart` returns it: starts outside the range of 64-bit integers are clamped. */
export const toInt64 = (start: bigint): bigint =>
  start < LEAST_INT64 ? LEAST_INT64 : start > GREATEST_INT64 ? GREATEST_INT64 : start;

const [LEAST_INT64, GREATEST_INT64] = [-(2n ** 63n), 2n ** 63n - 1n];
