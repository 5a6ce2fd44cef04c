import assert from 'node:assert/strict';
import { NANOSECONDS_PER_MINUTE } from '@svc/reading/time';
import fc from 'fast-check';
import { bucketRange, splitIntoBuckets, quotas } from './sampling.js';

describe('splitIntoBuckets', () => {
  it('covers the window without gap or overlap, in at most 24 buckets', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 19n }), fc.bigInt({ min: 1n, max: 10n ** 17n }), (from, width) => {
        const buckets = splitIntoBuckets({ from, to: from + width });
        assert.ok(buckets.count >= 1 && buckets.count <= 24);
        let end = from;
        for (let bucket = 0; bucket < buckets.count; bucket++) {
          const range = bucketRange(buckets, bucket);
          assert.equal(range.from, end);
          assert.ok(bucket === 0 || !buckets.isByMinute || range.from % NANOSECONDS_PER_MINUTE === 0n);
          assert.ok(range.to > range.from);
          end = range.to;
        }
        assert.equal(end, from + width);
      }),
    );
  });
});

describe('quotas', () => {
  it('reads whole buckets if there is room, else equal shares, and never more than there is', () => {
    assert.deepEqual(quotas([5, 0, 7], 12), [5, 0, 7]);
    assert.deepEqual(quotas([10_000, 90_000, 50, 0], 1_000), [100, 899, 50, 0]);
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000_000), { maxLength: 24 }),
        fc.integer({ min: 1, max: 20_000 }),
        (counts, sample) => {
          const shares = quotas(counts, sample);
          assert.ok(shares.every((share, bucket) => share <= (counts[bucket] ?? 0)));
          assert.ok(shares.every((share, bucket) => share > 0 || counts[bucket] === 0));
          const total = counts.reduce((sum, count) => sum + count, 0);
          assert.ok(shares.reduce((sum, share) => sum + share, 0) <= Math.min(total, sample + 24 * 100));
        },
      ),
    );
  });
});
