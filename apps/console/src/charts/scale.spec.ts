import assert from 'node:assert/strict';
import fc from 'fast-check';
import { niceTicks, niceTop, partOf } from './scale.js';

describe('scale of numbers and durations', () => {
  it.each([
    [0, 100, 6, 'number', [0, 20, 40, 60, 80, 100]],
    [0, 1, 6, 'number', [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [-3, 7, 4, 'number', [0, 5]],
    [0.05, 0.35, 5, 'number', [0.1, 0.2, 0.3]],
    [0, 90_000, 4, 'duration', [0, 30_000, 60_000, 90_000]],
    [0, 7_200_000, 5, 'duration', [0, 1_800_000, 3_600_000, 5_400_000, 7_200_000]],
    [0, 2, 5, 'duration', [0, 0.5, 1, 1.5, 2]],
    [0, 10 * 86_400_000, 3, 'duration', [0, 5 * 86_400_000, 10 * 86_400_000]],
    [7, 7, 5, 'number', [7]],
    [0, Infinity, 5, 'number', []],
  ] as const)('divides %d to %d into at most %d ticks as a %s', (least, greatest, most, kind, expected) => {
    assert.deepEqual(niceTicks(least, greatest, most, kind), expected);
  });

  it('returns ascending ticks within the values, evenly spaced and few', () => {
    const value = fc.double({ min: -1e12, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(value, value, fc.integer({ min: 2, max: 12 }), fc.boolean(), (one, other, most, isDuration) => {
        const [least, greatest] = [Math.min(one, other), Math.max(one, other)];
        const ticks = niceTicks(least, greatest, most, isDuration ? 'duration' : 'number');
        const slack = (greatest - least) * 1e-6;
        assert.ok(ticks.length <= most);
        ticks.forEach((tick, nth) => {
          assert.ok(tick >= least - slack && tick <= greatest + slack, `${tick}`);
          if (nth > 0) assert.ok(tick > (ticks[nth - 1] ?? tick));
        });
        const steps = ticks.slice(1).map((tick, nth) => tick - (ticks[nth] ?? 0));
        for (const step of steps) assert.ok(Math.abs(step - (steps[0] ?? 0)) <= Math.abs(step) * 1e-6 + slack);
      }),
    );
  });

  it('tops an axis at a round value that is not less than the greatest', () => {
    assert.deepEqual(
      [niceTop(93, 5), niceTop(0, 5), niceTop(1, 3), niceTop(50_000, 4, 'duration')],
      [100, 1, 1, 60_000],
    );
    fc.assert(
      fc.property(
        fc.double({ min: 1e-9, max: 1e15, noNaN: true }),
        fc.integer({ min: 2, max: 10 }),
        (greatest, most) => {
          const top = niceTop(greatest, most);
          assert.ok(top >= greatest * (1 - 1e-6) && top <= greatest * 3);
          assert.ok(niceTicks(0, top, most).length <= most);
        },
      ),
    );
  });

  it('places values between two others, and those outside at the ends', () => {
    assert.deepEqual([partOf(50, 0, 100), partOf(-5, 0, 100), partOf(500, 0, 100), partOf(5, 5, 5)], [0.5, 0, 1, 0]);
  });
});
