import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DURATION_BOUNDS, toDurationBuckets } from './duration-buckets.js';

describe('buckets of durations', () => {
  it('begin at 1, 2 and 5 times powers of ten', () => {
    assert.deepEqual(DURATION_BOUNDS.slice(0, 6), [0n, 1_000n, 2_000n, 5_000n, 10_000n, 20_000n]);
    assert.deepEqual(DURATION_BOUNDS.slice(-2), [5_000_000_000_000n, 10_000_000_000_000n]);
  });

  it('are returned from the first to the last with spans', () => {
    assert.deepEqual(toDurationBuckets(['5000', '1000'], ['7', '9007199254740993']), [
      { fromMs: 0.001, toMs: 0.002, count: 9_007_199_254_740_993n },
      { fromMs: 0.002, toMs: 0.005, count: 0n },
      { fromMs: 0.005, toMs: 0.01, count: 7n },
    ]);
    assert.deepEqual(toDurationBuckets(['10000000000000'], ['1']), [{ fromMs: 1e7, toMs: undefined, count: 1n }]);
    assert.deepEqual(toDurationBuckets([], []), []);
  });

  it('lose no span, have no gaps, and begin and end with spans', () => {
    const filled = fc.uniqueArray(fc.constantFrom(...DURATION_BOUNDS), { minLength: 1 });
    fc.assert(
      fc.property(filled, (lows) => {
        const buckets = toDurationBuckets(
          lows.map(String),
          lows.map(() => '3'),
        );
        assert.equal(
          buckets.reduce((sum, { count }) => sum + count, 0n),
          BigInt(lows.length) * 3n,
        );
        assert.deepEqual([buckets[0]?.count, buckets.at(-1)?.count], [3n, 3n]);
        for (const [index, { fromMs }] of buckets.entries())
          if (index > 0) assert.equal(buckets[index - 1]?.toMs, fromMs);
      }),
    );
  });
});
