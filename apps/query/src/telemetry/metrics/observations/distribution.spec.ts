import assert from 'node:assert/strict';
import fc from 'fast-check';
import { computeQuantile, type Piece } from './distribution.js';

const piece: fc.Arbitrary<Piece> = fc
  .tuple(fc.integer({ min: -50, max: 50 }), fc.nat(20), fc.nat(9))
  .map(([low, width, count]) => ({ low, high: low + width, count }));

/** The number of observations at or below a value, spread evenly over each piece. */
function below(pieces: readonly Piece[], value: number): number {
  return pieces.reduce((sum, { low, high, count }) => {
    if (value >= high) return sum + count;
    return value <= low ? sum : sum + (count * (value - low)) / (high - low);
  }, 0);
}

describe('computeQuantile', () => {
  it('divides the observations in proportion, also if pieces overlap', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.double({ min: 0, max: 1, noNaN: true }), (pieces, quantile) => {
        const total = pieces.reduce((sum, { count }) => sum + count, 0);
        const found = computeQuantile(pieces, quantile);
        if (total === 0) return assert.equal(found, undefined);
        assert.ok(found !== undefined);
        const sought = quantile * total;
        assert.ok(below(pieces, found + 1e-6) >= sought - 1e-6);
        assert.ok(below(pieces, found - 1e-6) <= sought + 1e-6);
      }),
      { numRuns: 1_000 },
    );
  });

  it('interpolates within a piece', () => {
    const pieces = [
      { low: 0, high: 10, count: 5 },
      { low: 10, high: 20, count: 5 },
    ];
    assert.equal(computeQuantile(pieces, 0.25), 5);
    assert.equal(computeQuantile(pieces, 0.75), 15);
    assert.equal(computeQuantile([{ low: 1, high: 16, count: 4, logarithmic: true }], 0.5), 4);
    assert.equal(computeQuantile([{ low: -16, high: -1, count: 4, logarithmic: true }], 0.5), -4);
    assert.equal(computeQuantile([{ low: 3, high: 3, count: 9 }], 0.99), 3);
  });

  it('stays finite and within the ends of pieces as wide as the range of doubles', () => {
    const { MAX_VALUE, MIN_VALUE } = Number;
    const pieces = [
      { low: -MAX_VALUE, high: -MIN_VALUE, count: 2, logarithmic: true },
      { low: MIN_VALUE, high: 1, count: 3, logarithmic: true },
      { low: 1, high: MAX_VALUE, count: 4, logarithmic: true },
      { low: -MAX_VALUE, high: MAX_VALUE, count: 1 },
    ];
    for (const each of pieces)
      for (const quantile of [0, 0.01, 0.5, 0.95, 1]) {
        const found = computeQuantile([each], quantile) ?? assert.fail();
        assert.ok(found >= each.low && found <= each.high, `${found} at ${quantile} of ${each.low} to ${each.high}`);
        assert.ok(Number.isFinite(computeQuantile(pieces, quantile)), String(quantile));
      }
  });
});
