import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findChangePoint } from './change-point.js';
import { deviation } from './deviation.js';
import { quantile, spread } from './quantiles.js';
import { compareMeans, compareShares, excessOf, joinExcesses, joinMoments, type Moments } from './two-samples.js';

const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 });
const momentsOf = (values: readonly number[]): Moments => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { count: values.length, mean, variance };
};

describe('quantiles', () => {
  it('lie between the least and the largest value, and grow with the share', () => {
    fc.assert(
      fc.property(numbers, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
        const ascending = values.toSorted((a, b) => a - b);
        const found = quantile(ascending, share);
        assert.ok(found >= (ascending[0] ?? 0) && found <= (ascending.at(-1) ?? 0));
        assert.ok(quantile(ascending, share / 2) <= found);
      }),
    );
  });

  it('ignore the order of the values', () => {
    assert.deepEqual(spread([5, 1, 3, 2, 4]), { median: 3, interquartileRange: 2 });
  });
});

describe('a deviation', () => {
  const normal = [10, 11, 9, 10, 12, 8, 10];
  it('is measured in the spread of the normal values', () => {
    const found = deviation([10, 30, 32], normal, 0.1, 3);
    assert.deepEqual([found?.direction, found?.count, found?.first, found?.extreme], ['above', 2, 1, 32]);
    assert.equal(found?.score, 22);
  });

  it('has a least spread, so that constant values do not make it infinite', () => {
    assert.equal(deviation([11], [10, 10, 10, 10, 10], 2, 3)?.score, 0.5);
  });

  it('needs five normal values', () => {
    assert.equal(deviation([100], [1, 2, 3, 4], 1, 3), undefined);
  });
});

describe('a change point', () => {
  it('is the first value of a new level', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 30 }), fc.integer({ min: 3, max: 30 }), (before, after) => {
        const values = Array.from(
          { length: before + after },
          (_, index) => (index < before ? 1 : 9) + (index % 2) * 0.1,
        );
        const found = findChangePoint(values, 0.05);
        assert.equal(found?.index, before);
        assert.ok((found?.strength ?? 0) > 6);
      }),
    );
  });

  it('has the direction of the change', () => {
    assert.ok((findChangePoint([9, 9.1, 9, 9.1, 1, 1.1, 1], 0.05)?.strength ?? 0) < 0);
  });

  it('is weak in a series without a change', () => {
    const values = Array.from({ length: 40 }, (_, index) => 5 + Math.sin(index * 2.4));
    assert.ok(Math.abs(findChangePoint(values, 0.05)?.strength ?? 0) < 6);
  });

  it('needs three values before it', () => {
    assert.equal(findChangePoint([1, 9], 1), undefined);
  });
});

describe('the comparison of two samples', () => {
  it('has the sign of the change, and grows with the number of cases', () => {
    const few = compareShares({ of: 20, count: 2 }, { of: 20, count: 8 });
    const many = compareShares({ of: 2_000, count: 200 }, { of: 2_000, count: 800 });
    assert.ok(few > 0 && many > 4 * few);
    assert.ok(compareShares({ of: 20, count: 8 }, { of: 20, count: 2 }) < 0);
    assert.equal(compareShares({ of: 0, count: 0 }, { of: 20, count: 8 }), 0);
  });

  it('does not trust the variance of few cases', () => {
    const prior = { variance: 1, weight: 3 };
    const at = (count: number, mean: number): Moments => ({ count, mean, variance: 0 });
    assert.ok(compareMeans(at(2, 0), at(2, 1), prior) < 2);
    assert.ok(compareMeans(at(200, 0), at(200, 1), prior) > 20);
  });

  it('joins the moments of parts to those of the whole', () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const joined = joinMoments([momentsOf(a), momentsOf(b)]);
        const whole = momentsOf([...a, ...b]);
        assert.equal(joined.count, whole.count);
        assert.ok(Math.abs(joined.mean - whole.mean) <= 1e-6 * (1 + Math.abs(whole.mean)));
        assert.ok(Math.abs(joined.variance - whole.variance) <= 1e-6 * (1 + whole.variance));
      }),
    );
  });

  it('finds no excess of errors if only the mix of operations has changed', () => {
    const rare = excessOf({ of: 1_000, count: 10 }, { of: 100, count: 1 });
    const frequent = excessOf({ of: 100, count: 50 }, { of: 1_000, count: 500 });
    assert.ok(Math.abs(joinExcesses([rare, frequent]).errors) < 0.1);
  });
});
