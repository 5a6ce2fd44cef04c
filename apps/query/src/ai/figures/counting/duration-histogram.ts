import { sql, type Sql } from '@svc/reading/statement';

/**
 * Buckets of durations with a width of 1/32 of their beginning, so that the middle of one is within 1.6 % of every value in it. The bucket
 * is the beginning of the value's bits as a double: its exponent and five bits of its fraction. Counts of buckets add up exactly.
 */
const SHIFT = 47n;

/** The bucket of a number of nanoseconds. */
export const durationBucket = (nanoseconds: Sql): Sql =>
  sql`toUInt32(bitShiftRight(reinterpretAsUInt64(toFloat64(${nanoseconds})), 47))`;

/** Computes the same bucket as the expression. */
export function toDurationBucket(nanoseconds: bigint): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Number(nanoseconds));
  return Number(bits.getBigUint64(0) >> SHIFT);
}

/** The middle of a bucket in nanoseconds. */
export function bucketMiddle(bucket: number): number {
  if (bucket === 0) return 0;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setBigUint64(0, (BigInt(bucket) << SHIFT) + (1n << (SHIFT - 1n)));
  return bits.getFloat64(0);
}

/** Number of durations by bucket. */
export type Histogram = ReadonlyMap<number, bigint>;

export function mergeHistograms(histograms: readonly Histogram[]): Histogram {
  const merged = new Map<number, bigint>();
  for (const histogram of histograms) {
    for (const [bucket, count] of histogram) merged.set(bucket, (merged.get(bucket) ?? 0n) + count);
  }
  return merged;
}

export interface Quantiles {
  readonly count: bigint;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** The least duration that the share of all does not exceed; undefined without any. */
export function quantilesOf(histogram: Histogram): Quantiles | undefined {
  const buckets = [...histogram].sort(([one], [other]) => one - other);
  const count = buckets.reduce((sum, [, own]) => sum + own, 0n);
  if (count === 0n) return undefined;
  const at = (percent: bigint): number => {
    const rank = (count * percent + 99n) / 100n;
    let seen = 0n;
    const found = buckets.find(([, own]) => (seen += own) >= rank);
    return bucketMiddle(found?.[0] ?? 0) / 1e6;
  };
  return { count, p50: at(50n), p95: at(95n), p99: at(99n) };
}
