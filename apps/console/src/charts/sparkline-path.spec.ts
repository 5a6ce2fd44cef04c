import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describeValues, sparkPath, SPARK_WIDTH } from './sparkline-path.js';

describe('path of a sparkline', () => {
  it.each([
    [[], ''],
    [[undefined], ''],
    [[5], 'M0 10h0.01'],
    [[0, 10], 'M0 19L100 1'],
    [[3, 3, 3], 'M0 10L50 10L100 10'],
    [[0, undefined, 10, 5], 'M0 19h0.01M66.67 1L100 10'],
    [[0, NaN, 10], 'M0 19h0.01M100 1h0.01'],
  ])('draws %j', (values, expected) => {
    assert.equal(sparkPath(values, 20), expected);
  });

  it('stays within the picture, with a place for each known value', () => {
    const value = fc.option(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 50 }), (values) => {
        const places = [...sparkPath(values, 20).matchAll(/[ML](\S+) ([\d.-]+)/g)].map(([, x, y]) => [
          Number(x),
          Number(y),
        ]);
        assert.equal(places.length, values.filter((each) => each !== undefined).length);
        for (const [x = -1, y = -1] of places) assert.ok(x >= 0 && x <= SPARK_WIDTH && y >= 1 && y <= 19, `${x} ${y}`);
      }),
    );
  });

  it('says the first, last, least and greatest value', () => {
    assert.equal(describeValues([3, 1, undefined, 9, 4], String), 'first 3, last 4, least 1, greatest 9');
    assert.equal(describeValues([undefined], String), 'no values');
  });
});
