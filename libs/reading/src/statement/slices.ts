import { NANOSECONDS_PER_DAY, NANOSECONDS_PER_HOUR, NANOSECONDS_PER_MINUTE, type TimeRange } from '../time/index.js';
import type { Direction } from './keyset.js';

/** The last width repeats. */
export type SliceWidths = readonly [bigint, ...bigint[]];

const WIDTHS: SliceWidths = [
  5n * NANOSECONDS_PER_MINUTE,
  30n * NANOSECONDS_PER_MINUTE,
  6n * NANOSECONDS_PER_HOUR,
  NANOSECONDS_PER_DAY,
  3n * NANOSECONDS_PER_DAY,
  7n * NANOSECONDS_PER_DAY,
];

/**
 * Cuts a range into adjacent slices that grow, from its end for `desc` and from its start for `asc`: a page of recent
 * rows is found in the first small slice whatever the size of the window, and rare rows need few statements.
 */
export function* slices(range: TimeRange, direction: Direction, widths = WIDTHS): Generator<TimeRange> {
  let { from, to } = range;
  for (let step = 0; from < to; step++) {
    const width = widths[Math.min(step, widths.length - 1)] ?? widths[0];
    if (direction === 'desc') {
      const start = to - width > from ? to - width : from;
      yield { from: start, to };
      to = start;
    } else {
      const end = from + width < to ? from + width : to;
      yield { from, to: end };
      from = end;
    }
  }
}
