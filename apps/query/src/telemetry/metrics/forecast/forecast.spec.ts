import assert from 'node:assert/strict';
import fc from 'fast-check';
import { forecast, MIN_VALUES, type ForecastStep } from './forecast.js';

const DAY = 24;
const WEEK = 7 * DAY;
const seasons = [DAY, WEEK];

/** Noise with a standard deviation of 1. */
function noise(seed: number): () => number {
  let state = seed;
  const uniform = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  return () => Array.from({ length: 12 }, uniform).reduce((sum, value) => sum + value, -6);
}

/** Hourly values of a daily wave with a slope and noise. */
function wave(hours: number, seed: number, { slope = 0, level = 100, height = 20, spread = 2 } = {}): Float64Array {
  const next = noise(seed);
  return Float64Array.from(
    { length: hours },
    (_, hour) => level + slope * hour + height * Math.sin((2 * Math.PI * hour) / DAY) + spread * next(),
  );
}

const within = (
  steps: readonly ForecastStep[],
  actual: Float64Array,
  lower: keyof ForecastStep,
  upper: keyof ForecastStep,
) =>
  steps.filter((step, index) => step[lower] <= (actual[index] ?? 0) && (actual[index] ?? 0) <= step[upper]).length /
  steps.length;

describe('forecast', () => {
  it('predicts a daily wave, and its bounds contain the promised share', () => {
    let [in80, in95, error] = [0, 0, 0];
    const runs = 8;
    for (let seed = 1; seed <= runs; seed++) {
      const all = wave(30 * DAY + DAY, seed, { slope: 0.05 });
      const actual = all.slice(30 * DAY);
      const found = forecast({ history: all.slice(0, 30 * DAY), steps: DAY, seasons });
      assert.equal(found.method, 'mstl_ets');
      assert.deepEqual(found.seasons, seasons);
      in80 += within(found.steps, actual, 'lower80', 'upper80') / runs;
      in95 += within(found.steps, actual, 'lower95', 'upper95') / runs;
      error +=
        found.steps.reduce((sum, { value }, hour) => sum + Math.abs(value - (actual[hour] ?? 0)), 0) / DAY / runs;
    }
    assert.ok(error < 3, `the mean error is ${error}, with noise of 2`);
    assert.ok(in80 > 0.7, `${in80} within the bounds of 80 %`);
    assert.ok(in95 > 0.87, `${in95} within the bounds of 95 %`);
  });

  it('returns the same forecast for the same values', () => {
    const history = wave(20 * DAY, 5);
    assert.deepEqual(forecast({ history, steps: 30, seasons }), forecast({ history, steps: 30, seasons }));
  });

  it('follows the previous day while there are too few days for a model', () => {
    const history = wave(2 * DAY, 3);
    const { method, seasons: used, steps } = forecast({ history, steps: 2 * DAY, seasons });
    assert.deepEqual([method, used], ['seasonal_naive', [DAY]]);
    for (const [hour, { value, lower80, lower95 }] of steps.entries()) {
      assert.equal(value, history[DAY + (hour % DAY)]);
      assert.ok(lower95 < lower80 && lower80 < value);
    }
    const intervalWidth = (step: ForecastStep | undefined) => (step ? step.upper95 - step.lower95 : 0);
    assert.ok(intervalWidth(steps[DAY]) > intervalWidth(steps[0]));
  });

  it('stays at the last value if there is less than a day', () => {
    const history = Float64Array.from([5, 6, 5, 7, 6, 5, 6, 7, 5, 6, 8, 9]);
    const { method, steps } = forecast({ history, steps: 3, seasons });
    assert.equal(method, 'naive');
    assert.deepEqual(
      steps.map(({ value }) => value),
      [9, 9, 9],
    );
    const widths = steps.map(({ lower80, upper80 }) => upper80 - lower80);
    assert.ok((widths[0] ?? 0) > 0 && (widths[2] ?? 0) > (widths[0] ?? 0));
  });

  it('returns no forecast for too few values, however long the history', () => {
    const history = new Float64Array(500).fill(Number.NaN).fill(1, 0, MIN_VALUES - 1);
    assert.deepEqual(forecast({ history, steps: 5, seasons }), { method: 'none', seasons: [], steps: [] });
    assert.equal(forecast({ history: new Float64Array(0), steps: 5, seasons }).method, 'none');
    assert.notEqual(forecast({ history: history.fill(1, 0, MIN_VALUES), steps: 5, seasons }).method, 'none');
  });

  it('bridges gaps', () => {
    const whole = wave(20 * DAY, 7);
    const holes = whole.map((value, hour) => (hour % 11 === 3 ? Number.NaN : value));
    const found = forecast({ history: holes, steps: DAY, seasons });
    assert.equal(found.method, 'mstl_ets');
    const reference = forecast({ history: whole, steps: DAY, seasons }).steps;
    for (const [hour, { value }] of found.steps.entries()) {
      assert.ok(Math.abs(value - (reference[hour]?.value ?? 0)) < 8);
    }
  });

  it('predicts a value that never changes exactly, without a margin', () => {
    const { steps } = forecast({ history: new Float64Array(30 * DAY).fill(42), steps: 3, seasons });
    const constant = { value: 42, lower80: 42, upper80: 42, lower95: 42, upper95: 42 };
    assert.deepEqual(steps, [constant, constant, constant]);
  });

  it('keeps its bounds around its value, whatever the history', () => {
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 }),
      fc.integer({ min: -5, max: 5 }),
      fc.constant(Number.NaN),
    );
    const history = fc.array(value, { minLength: 12, maxLength: 120 });
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 40 }), fc.boolean(), (values, steps, isPositive) => {
        const found = forecast({
          history: Float64Array.from(values, (number) => (isPositive ? Math.abs(number) : number)),
          steps,
          seasons: [6, 14],
        });
        assert.equal(found.steps.length, found.method === 'none' ? 0 : steps);
        for (const { value: point, lower80, upper80, lower95, upper95 } of found.steps) {
          assert.ok(lower95 <= lower80 && lower80 <= point && point <= upper80 && upper80 <= upper95);
          if (isPositive) assert.ok(lower95 >= 0);
        }
      }),
      { numRuns: 150 },
    );
  });
});
