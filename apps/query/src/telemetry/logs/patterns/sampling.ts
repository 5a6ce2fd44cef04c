import type { TimeRange } from '@svc/reading/time';
import type { Buckets } from './patterns.query.js';

/** Enough to draw a trend, and few enough for one line. */
const BUCKETS = 24;

/** A small bucket is read too, so that rare messages are found in quiet times. */
const MIN_QUOTA = 100;

export function splitIntoBuckets(range: TimeRange): Buckets {
  const span = range.to - range.from;
  const width = (span + BigInt(BUCKETS) - 1n) / BigInt(BUCKETS);
  // A window may have fewer nanoseconds than buckets.
  return { range, width, count: Number((span + width - 1n) / width) };
}

export function bucketRange({ range, width }: Buckets, bucket: number): TimeRange {
  const from = range.from + BigInt(bucket) * width;
  const to = from + width;
  return { from, to: to < range.to ? to : range.to };
}

/** How many records of each bucket to read: all, or an equal share of each bucket. */
export function quotas(counts: readonly number[], sample: number): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= sample) return counts;
  return counts.map((count) => Math.min(count, Math.max(MIN_QUOTA, Math.floor((sample * count) / total))));
}
