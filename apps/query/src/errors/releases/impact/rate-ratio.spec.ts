import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rateRatio } from './rate-ratio.js';

const near = (actual: number | undefined, expected: number): void =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 5e-4, `${actual} instead of ${expected}`);

describe('the ratio of two rates', () => {
  it('computes the bounds of the score interval', () => {
    // 40 of 60: the interval of the share is 0.5406 to 0.7727 (e.g. `prop.test(40, 60, correct = FALSE)` of R).
    const { ratio, low, high } = rateRatio({ errors: 40, exposure: 1 }, { errors: 20, exposure: 1 });
    near(ratio, 2);
    near(low, 0.540_57 / (1 - 0.540_57));
    near(high, 0.772_73 / (1 - 0.772_73));
  });

  it('leaves a bound open where a window has no errors', () => {
    const fixed = rateRatio({ errors: 0, exposure: 5 }, { errors: 50, exposure: 5 });
    assert.deepEqual([fixed.ratio, fixed.low], [0, 0]);
    assert.ok(fixed.high !== undefined && fixed.high < 0.1);
    const broken = rateRatio({ errors: 50, exposure: 5 }, { errors: 0, exposure: 5 });
    assert.deepEqual([broken.ratio, broken.high], [undefined, undefined]);
    assert.ok(broken.low > 10);
  });

  it('lies in its interval, is reversed with the windows, and follows the exposure', () => {
    const errors = fc.integer({ min: 1, max: 10_000 });
    const exposure = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(errors, errors, exposure, exposure, (a, b, e, f) => {
        const [after, before] = [
          { errors: a, exposure: e },
          { errors: b, exposure: f },
        ];
        const { ratio = NaN, low, high = NaN } = rateRatio(after, before);
        assert.ok(low < ratio && ratio < high);
        const reversed = rateRatio(before, after);
        assert.ok(Math.abs((reversed.high ?? NaN) * low - 1) < 1e-6);
        const busier = rateRatio({ ...after, exposure: 2 * e }, before);
        assert.ok(Math.abs((busier.ratio ?? NaN) / ratio - 0.5) < 1e-9);
      }),
    );
  });

  it('contains the true ratio in 95 of 100 cases', () => {
    // A generator of fixed seed, so that the spec always has the same outcome.
    let seed = 7;
    const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const poisson = (mean: number): number => {
      let [count, product] = [0, random()];
      for (const limit = Math.exp(-mean); product > limit; count++) product *= random();
      return count;
    };
    const runs = 4_000;
    let covered = 0;
    for (let run = 0; run < runs; run++) {
      const { low, high = Infinity } = rateRatio(
        { errors: poisson(30), exposure: 1 },
        { errors: poisson(15), exposure: 1 },
      );
      if (low <= 2 && 2 <= high) covered++;
    }
    assert.ok(covered / runs > 0.94 && covered / runs < 0.96, String(covered / runs));
  });
});
