/**
 * Durations are counted in buckets: the bucket of a duration is log2 of its nanoseconds, times this number, rounded
 * down.
 */
export const BUCKETS_PER_DOUBLING = 32;

/** A mergeable distribution of call durations. Quantiles are accurate to 1.1 percent, half a bucket. */
export class Durations {
  private readonly counts = new Map<number, number>();
  private total = 0;

  add(buckets: readonly number[], counts: readonly number[]): void {
    for (const [index, bucket] of buckets.entries()) {
      const count = counts[index] ?? 0;
      this.counts.set(bucket, (this.counts.get(bucket) ?? 0) + count);
      this.total += count;
    }
  }

  /**
   * The duration in nanoseconds that the given share of calls does not exceed, from the middle of its bucket; 0 without
   * calls.
   */
  quantile(share: number): number {
    let seen = 0;
    for (const [bucket, count] of [...this.counts].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen >= share * this.total) return 2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING);
    }
    return 0;
  }
}
