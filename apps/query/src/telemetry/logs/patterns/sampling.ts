import { NANOSECONDS_PER_MINUTE, type TimeRange } from '@svc/reading/time';
import type { Buckets } from './patterns.query.js';

/** Enough to draw a trend, and few enough for one line. */
const BUCKETS = 24;

/** A small bucket is read too, so that rare messages are found in quiet times. */
const MIN_QUOTA = 100;

/** Buckets of at least a minute begin at whole minutes, so that they can be counted by minute; the first may then be shorter. */
export function splitIntoBuckets(range: TimeRange): Buckets {
  const isByMinute = range.to - range.from >= BigInt(BUCKETS) * NANOSECONDS_PER_MINUTE;
  const unit = isByMinute ? NANOSECONDS_PER_MINUTE : 1n;
  const origin = range.from - (range.from % unit);
  const units = ceilDivide(range.to - origin, unit);
  const width = ceilDivide(units, BigInt(BUCKETS)) * unit;
  // A window may have fewer units than buckets.
  return { range, origin, width, count: Number(ceilDivide(range.to - origin, width)), isByMinute };
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

export function bucketRange({ range, origin, width }: Buckets, bucket: number): TimeRange {
  const from = origin + BigInt(bucket) * width;
  const to = from + width;
  return { from: from > range.from ? from : range.from, to: to < range.to ? to : range.to };
}

/** The number of records to read of each bucket: all, or the same fraction of each. */
export function quotas(counts: readonly number[], sample: number): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= sample) return counts;
  return counts.map((count) => Math.min(count, Math.max(MIN_QUOTA, Math.floor((sample * count) / total))));
}
