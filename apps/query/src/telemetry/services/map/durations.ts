/** Counts of durations by bucket: the bucket of a duration is log2 of its nanoseconds, times this, rounded down. */
export const BUCKETS_PER_DOUBLING = 32;

/** Durations of calls, to be added up: what is answered of them is within 1.1 percent, half a bucket. */
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

  /** Nanoseconds that the share of the durations is not above, from the middle of its bucket; 0 for none. */
  quantile(share: number): number {
    let seen = 0;
    for (const [bucket, count] of [...this.counts].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen >= share * this.total) return 2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING);
    }
    return 0;
  }
}
