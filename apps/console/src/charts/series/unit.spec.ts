import assert from 'node:assert/strict';
import { toUnit } from './unit.js';

describe('units of metrics', () => {
  it.each([
    ['By', 'avg', 203_345_744, '203 MB'],
    ['By', 'rate', 1500, '1.5 kB/s'],
    ['KiBy', 'max', 2, '2.05 kB'],
    ['s', 'p95', 0.25, '250 ms'],
    ['ms', 'avg', 1500, '1.5 s'],
    ['s', 'rate', 0.25, '0.25 s/s'],
    ['1', 'avg', 0.123456, '0.1235'],
    ['{request}', 'rate', 12.5, '12.5/s'],
    ['{request}', 'sum', 123_456, '123k'],
    ['%', 'avg', 12.5, '12.5%'],
    ['Cel', 'avg', 21.5, '21.5 Cel'],
    ['By', 'count', 1234, '1,234'],
    ['', 'avg', -2, '-2'],
  ])('%s, %s of %d is %s', (unit, agg, value, expected) => {
    const { factor, format } = toUnit(unit, agg);
    assert.equal(format(value * factor), expected);
  });

  it('divide the axis of durations by units of time', () => {
    assert.deepEqual(
      [toUnit('s', 'avg').kind, toUnit('s', 'count').kind, toUnit('By', 'avg').kind],
      ['duration', 'number', 'number'],
    );
  });
});
