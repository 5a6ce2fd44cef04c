import { NANOSECONDS_PER_DAY, NANOSECONDS_PER_HOUR, NANOSECONDS_PER_MINUTE } from './nanoseconds.js';

/** Bucket widths by their names in requests. */
export const INTERVALS: ReadonlyMap<string, bigint> = new Map([
  ['1m', NANOSECONDS_PER_MINUTE],
  ['5m', 5n * NANOSECONDS_PER_MINUTE],
  ['15m', 15n * NANOSECONDS_PER_MINUTE],
  ['30m', 30n * NANOSECONDS_PER_MINUTE],
  ['1h', NANOSECONDS_PER_HOUR],
  ['6h', 6n * NANOSECONDS_PER_HOUR],
  ['12h', 12n * NANOSECONDS_PER_HOUR],
  ['1d', NANOSECONDS_PER_DAY],
]);
