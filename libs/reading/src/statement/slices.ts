import {
  ceilTo,
  floorTo,
  NANOSECONDS_PER_DAY,
  NANOSECONDS_PER_HOUR,
  NANOSECONDS_PER_MINUTE,
  type TimeRange,
} from '../time/index.js';
import type { Direction } from './keyset.js';

/** The last width repeats. */
export type SliceWidths = readonly [bigint, ...bigint[]];

/**
 * The tables of spans and logs are ordered by such buckets first, and inside a bucket by service, so a bucket is read
 * whole.
 */
const BUCKET = 5n * NANOSECONDS_PER_MINUTE;

const WIDTHS: SliceWidths = [
  BUCKET,
  BUCKET,
  30n * NANOSECONDS_PER_MINUTE,
  6n * NANOSECONDS_PER_HOUR,
  NANOSECONDS_PER_DAY,
  3n * NANOSECONDS_PER_DAY,
  7n * NANOSECONDS_PER_DAY,
];

/**
 * Cuts a range into adjacent slices that grow, from its end for `desc` and from its start for `asc`: a page of recent
 * rows is found in the first small slice whatever the size of the window, and rare rows need few statements. Slices end
 * at bucket boundaries, so that no bucket is read twice.
 */
export function* slices(range: TimeRange, direction: Direction, widths = WIDTHS): Generator<TimeRange> {
  let { from, to } = range;
  for (let step = 0; from < to; step++) {
    const width = widths[Math.min(step, widths.length - 1)] ?? widths[0];
    const next =
      direction === 'desc'
        ? later(from, alignToBucket(to - width, to))
        : earlier(to, alignToBucket(from + width, from));
    yield direction === 'desc' ? { from: next, to } : { from, to: next };
    if (direction === 'desc') to = next;
    else from = next;
  }
}

/** The nearest bucket boundary from an end of the range towards `start`; the end itself if there is none. */
function alignToBucket(end: bigint, start: bigint): bigint {
  const border = end < start ? ceilTo(end, BUCKET) : floorTo(end, BUCKET);
  const isOnTheWay = end < start ? border < start : border > start;
  return isOnTheWay ? border : end;
}

const later = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const earlier = (a: bigint, b: bigint): bigint => (a < b ? a : b);
