import type { Forced } from '../../core/notes.js';

/** Observations of at most an upper bound. */
export interface Bucket {
  readonly bound: number;
  count: number;
}

/** The share of a difference between counts that is a matter of precision. */
const TOLERANCE = 1e-12;

/** The quantile of a classic histogram, and what had to be fixed before. */
export interface BucketQuantile {
  readonly value: number;
  readonly forced: Forced | undefined;
}

/** Computes a quantile of buckets, interpolated within the bucket that it is in. */
export function bucketQuantile(q: number, unsorted: readonly Bucket[]): BucketQuantile {
  if (Number.isNaN(q)) return { value: NaN, forced: undefined };
  if (q < 0 || q > 1) return { value: q < 0 ? -Infinity : Infinity, forced: undefined };
  const buckets = coalesce(unsorted);
  if (buckets.length === 0 || buckets[buckets.length - 1].bound !== Infinity) return { value: NaN, forced: undefined };
  const forced = fixCounts(buckets);
  const last = buckets.length - 1;
  const total = buckets[last].count;
  if (last < 1 || total === 0) return { value: NaN, forced };
  return { value: interpolated(q * total, buckets), forced };
}

function interpolated(rank: number, buckets: readonly Bucket[]): number {
  const last = buckets.length - 1;
  const found = buckets.findIndex(({ count }, at) => at === last || count >= rank);
  if (found === last || (Number.isNaN(rank) && last >= 0)) return buckets[last - 1].bound;
  const { bound, count } = buckets[found];
  if (found === 0 && bound <= 0) return bound;
  const start = found > 0 ? buckets[found - 1] : { bound: 0, count: 0 };
  return start.bound + (bound - start.bound) * ((rank - start.count) / (count - start.count));
}

/** Computes the share of the observations between two values. */
export function bucketFraction(lower: number, upper: number, unsorted: readonly Bucket[]): number {
  const buckets = coalesce(unsorted);
  const total = buckets[buckets.length - 1];
  if (!total || total.bound !== Infinity || total.count === 0 || Number.isNaN(lower) || Number.isNaN(upper)) return NaN;
  if (lower >= upper) return 0;
  return (rankOf(upper, buckets) - rankOf(lower, buckets)) / total.count;
}

/** The observations below a value. */
function rankOf(value: number, buckets: readonly Bucket[]): number {
  let below = { bound: buckets[0].bound > 0 ? 0 : -Infinity, count: 0 };
  const total = buckets[buckets.length - 1].count;
  for (const bucket of buckets) {
    if (below.bound >= value) return Math.min(below.count, total);
    if (bucket.bound > value) {
      if (below.bound === -Infinity) return Math.min(bucket.count, total);
      const share = (value - below.bound) / (bucket.bound - below.bound);
      return Math.min(below.count + (bucket.count - below.count) * share, total);
    }
    below = bucket;
  }
  return total;
}

/** Sorts buckets by bound, and joins those of the same one. */
function coalesce(unsorted: readonly Bucket[]): Bucket[] {
  const buckets: Bucket[] = [];
  for (const { bound, count } of [...unsorted].sort((a, b) => (a.bound === b.bound ? 0 : a.bound - b.bound))) {
    const last = buckets[buckets.length - 1];
    if (last?.bound === bound) last.count += count;
    else buckets.push({ bound, count });
  }
  return buckets;
}

/** Makes the counts of buckets grow with their bounds. */
function fixCounts(buckets: Bucket[]): Forced | undefined {
  let previous = buckets[0].count;
  let forced: Forced | undefined;
  for (const bucket of buckets.slice(1)) {
    const { bound, count } = bucket;
    if (count === previous) continue;
    const isClose = almostEqual(previous, count);
    if (!isClose && !(count < previous)) {
      previous = count;
      continue;
    }
    bucket.count = previous;
    if (isClose) continue;
    forced = {
      minBucket: Math.min(bound, forced?.minBucket ?? Infinity),
      maxBucket: Math.max(bound, forced?.maxBucket ?? -Infinity),
      maxDiff: Math.max(previous - count, forced?.maxDiff ?? 0),
    };
  }
  return forced;
}

function almostEqual(left: number, right: number): boolean {
  const difference = Math.abs(left - right);
  return difference / (Math.abs(left) + Math.abs(right)) < TOLERANCE;
}
