import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  describePoint,
  isolatedIndexes,
  summarize,
  rangeAround,
  unfinishedSince,
  valueRange,
  type PlotSeries,
} from './plot-data.js';

const line = (name: string, ...values: (number | undefined)[]): PlotSeries => ({ name, tone: 'accent', values });
const NONE: ReadonlySet<string> = new Set();

describe('data of a chart of lines', () => {
  it.each([
    [[], 'linear', [0, 1]],
    [[line('a', undefined)], 'linear', [0, 1]],
    [[line('a', 0, 0)], 'linear', [0, 1]],
    [[line('a', 3, 93)], 'linear', [0, 100]],
    [[line('a', -3, 8)], 'linear', [-3, 8]],
    [[line('a', -8, -2)], 'linear', [-8, 0]],
    [[line('a', 3, 93)], 'logarithmic', [1, 100]],
    [[line('a', 0, 0.02, 5)], 'logarithmic', [0.01, 10]],
    [[line('a', 10, 10)], 'logarithmic', [10, 100]],
    [[line('a', -1, 0)], 'logarithmic', [1, 10]],
    [[], 'logarithmic', [1, 10]],
  ] as const)('has a range of values for %j on a %s axis', (series, axis, expected) => {
    assert.deepEqual(valueRange(series, NONE, 'number', axis === 'logarithmic'), expected);
  });

  it('leaves series out that are hidden', () => {
    assert.deepEqual(valueRange([line('a', 3), line('b', 900)], new Set(['b']), 'number', false), [0, 3]);
  });

  it('has a range that includes all values', () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((each) => (Math.abs(each) < 1e-80 ? 0 : each));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), fc.boolean(), (values, isLogarithmic) => {
        const [least, greatest] = valueRange([line('a', ...values)], NONE, 'number', isLogarithmic);
        assert.ok(least < greatest);
        for (const each of values.filter((one) => !isLogarithmic || one > 0))
          assert.ok(each >= least * (1 + 1e-6 * Math.sign(-least)) && each <= greatest + Math.abs(greatest) * 1e-6);
      }),
    );
  });

  it('narrows to a selection, or to the neighbours of a time', () => {
    const times = [0, 10, 20, 30];
    assert.deepEqual(rangeAround(times, { at: 1, anchor: 3 }), [10, 30]);
    assert.deepEqual(rangeAround(times, { at: 3, anchor: 1 }), [10, 30]);
    assert.deepEqual(rangeAround(times, { at: 2, anchor: 2 }), [10, 30]);
    assert.deepEqual(rangeAround(times, { at: 0, anchor: 0 }), [0, 10]);
    assert.equal(rangeAround([5], { at: 0, anchor: 0 }), undefined);
    assert.equal(rangeAround([], { at: 0, anchor: 0 }), undefined);
  });

  it('finds values to which no line leads', () => {
    assert.deepEqual(isolatedIndexes([1, undefined, 2, 3, undefined, 4]), [0, 5]);
    assert.deepEqual(isolatedIndexes([]), []);
  });

  it('says what the series have at a time', () => {
    assert.equal(describePoint('08:00', [line('a', 1), line('b', undefined)], 0, String), '08:00: a 1, b not known');
  });

  it('is summed up for a legend by its known values', () => {
    assert.deepEqual(summarize([2, undefined, 6, 4, undefined]), { last: 4, least: 2, mean: 4, greatest: 6 });
    assert.equal(summarize([undefined]).last, undefined);
  });

  it('may still change from the value before the first open interval on', () => {
    assert.equal(unfinishedSince([1, 2, 3], 3), 2);
    assert.equal(unfinishedSince([3], 3), 3);
    assert.equal(unfinishedSince([1, 2], 3), undefined);
    assert.equal(unfinishedSince([1, 2], undefined), undefined);
  });
});
