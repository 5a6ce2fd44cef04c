import { ceilTo, floorTo, NANOSECONDS_PER_SECOND } from './nanoseconds.js';

/** Half-open: includes `from`, excludes `to`. Nanoseconds since 1970. */
export interface TimeRange {
  readonly from: bigint;
  readonly to: bigint;
}

export const isEmpty = (range: TimeRange): boolean => range.from >= range.to;

/**
 * The whole buckets of a width within a range, as one range that may be empty, and the parts of the range at its ends
 * that are not whole buckets.
 */
export function splitAt(
  range: TimeRange,
  width: bigint,
): { readonly whole: TimeRange; readonly edges: readonly TimeRange[] } {
  const [from, to] = [ceilTo(range.from, width), floorTo(range.to, width)];
  if (from >= to) return { whole: { from: range.to, to: range.to }, edges: [range] };
  const edges = [
    { from: range.from, to: from },
    { from: to, to: range.to },
  ];
  return { whole: { from, to }, edges: edges.filter((edge) => !isEmpty(edge)) };
}

/** The starts of all buckets of a width that overlap a range; the first may be before the range. All in nanoseconds. */
export function bucketStarts({ from, to }: TimeRange, width: bigint): bigint[] {
  const starts: bigint[] = [];
  for (let start = floorTo(from, width); start < to; start += width) starts.push(start);
  return starts;
}

/**
 * The latest time that a column of whole seconds can hold, 2106-02-07T06:28:15Z. Ingestion accepts nothing so far
 * ahead.
 */
const LATEST_STORABLE = 4_294_967_295n * NANOSECONDS_PER_SECOND;

/**
 * Limits a range to times that rows can have, from 1970 to 2106. Dates and times of the column store wrap around beyond
 * them, so that comparisons would be wrong.
 */
export function storableRange({ from, to }: TimeRange): TimeRange {
  return { from: toStorable(from), to: toStorable(to) };
}

const toStorable = (time: bigint): bigint => (time < 0n ? 0n : time > LATEST_STORABLE ? LATEST_STORABLE : time);
