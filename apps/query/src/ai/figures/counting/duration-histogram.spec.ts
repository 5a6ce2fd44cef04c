import assert from 'node:assert/strict';
import { bucketMiddle, mergeHistograms, quantilesOf, toDurationBucket } from './duration-histogram.js';

describe('duration histogram', () => {
  it('has the middle of a bucket within 1.6 % of every duration in it', () => {
    for (let value = 1n; value < 10n ** 16n; value = (value * 103n) / 100n + 1n) {
      const middle = bucketMiddle(toDurationBucket(value));
      assert.ok(Math.abs(middle - Number(value)) <= Number(value) * 0.01563, String(value));
    }
    assert.equal(bucketMiddle(toDurationBucket(0n)), 0);
  });

  it('takes the least duration that a share of all does not exceed, whatever parts it was counted in', () => {
    const parts = Array.from({ length: 4 }, (_, part) => {
      const own = new Map<number, bigint>();
      for (let ms = part + 1; ms <= 100; ms += 4) {
        const bucket = toDurationBucket(BigInt(ms) * 1_000_000n);
        own.set(bucket, (own.get(bucket) ?? 0n) + 1n);
      }
      return own;
    });
    const found = quantilesOf(mergeHistograms(parts));
    assert.equal(found?.count, 100n);
    for (const [value, expected] of [
      [found.p50, 50],
      [found.p95, 95],
      [found.p99, 99],
    ] as const)
      assert.ok(Math.abs(value - expected) <= expected * 0.016, `${value} ${expected}`);
    assert.equal(quantilesOf(new Map()), undefined);
  });
});
