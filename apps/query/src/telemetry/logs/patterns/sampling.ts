import type { TimeRange } from '@svc/reading/time';
import type { Buckets } from './patterns.query.js';

/** Enough to draw a trend, and few enough to read in a line. */
const BUCKETS = 24;

/** A bucket is looked into also where it is small beside the others: what is rare is found in quiet times too. */
const LEAST = 100;

export function bucketsOf(range: TimeRange): Buckets {
  const span = range.to - range.from;
  const width = (span + BigInt(BUCKETS) - 1n) / BigInt(BUCKETS);
  // A window of less nanoseconds than buckets.
  return { range, width, count: Number((span + width - 1n) / width) };
}

export function bucketRange({ range, width }: Buckets, bucket: number): TimeRange {
  const from = range.from + BigInt(bucket) * width;
  const to = from + width;
  return { from, to: to < range.to ? to : range.to };
}

/** How many records of each bucket to look at: all, or a share alike in all buckets. */
export function quotas(counts: readonly number[], sample: number): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= sample) return counts;
  return counts.map((count) => Math.min(count, Math.max(LEAST, Math.floor((sample * count) / total))));
}
