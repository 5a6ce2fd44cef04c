import assert from 'node:assert/strict';
import {
  counted,
  decimal,
  measured,
  milliseconds,
  nanoseconds,
  percentage,
  rate,
  toMillisecond,
  toSecond,
  wholeNumber,
} from './units.js';

describe('units', () => {
  it('shows durations in a readable unit', () => {
    const cases: readonly [number, string][] = [
      [0, '0 ms'],
      [0.0004, '0.4 µs'],
      [0.35, '350 µs'],
      [12.345, '12.3 ms'],
      [999.4, '999 ms'],
      [999.9, '1 s'],
      [4560, '4.56 s'],
      [59_960, '1m 00s'],
      [125_000, '2m 05s'],
    ];
    for (const [ms, text] of cases) assert.equal(milliseconds(ms), text);
    assert.equal(nanoseconds(12_345_678), '12.3 ms');
  });

  it('keeps the significant digits of numbers', () => {
    assert.equal(wholeNumber(1_234_567), '1,234,567');
    assert.equal(wholeNumber(12), '12');
    assert.equal(decimal(12_345_678), '12345678');
    assert.equal(decimal(0.123456789), '0.123457');
    assert.equal(decimal(1_234_567.891), '1234568');
    assert.equal(percentage(0.0123), '1.23 %');
  });

  it('counts one thing and several', () => {
    assert.deepEqual(
      [0, 1, 1_234].map((value) => counted(value, 'issue')),
      ['0 issues', '1 issue', '1,234 issues'],
    );
    assert.equal(counted('1', 'pass', 'passes'), '1 pass');
    assert.equal(counted(2, 'pass', 'passes'), '2 passes');
  });

  it('shows a rate in the unit of time that keeps it readable', () => {
    const rates = [4_567.2, 12.34, 0.5, 0.000546, 0];
    assert.deepEqual(rates.map(rate), ['4,567/s', '12.3/s', '30/min', '1.97/h', '0']);
  });

  it('shows figures of metrics with their units, durations as those of spans', () => {
    assert.equal(measured(0.0313025, 's'), '31.3 ms');
    assert.equal(measured(1_500, 'ms'), '1.5 s');
    assert.equal(measured(12.5, '1'), '12.5');
    assert.equal(measured(2048, 'By'), '2048 By');
    assert.equal(measured('NaN', 's'), 'NaN');
  });

  it('shows values of other types unchanged', () => {
    for (const format of [milliseconds, nanoseconds, wholeNumber, decimal, percentage, toSecond, toMillisecond]) {
      assert.equal(format('NaN'), 'NaN');
    }
  });

  it('gives timestamps of a column one width', () => {
    assert.equal(toMillisecond('2026-01-31T09:00:00.123456789Z'), '2026-01-31T09:00:00.123Z');
    assert.equal(toMillisecond('2026-01-31T09:00:00.5Z'), '2026-01-31T09:00:00.500Z');
    assert.equal(toMillisecond('2026-01-31T09:00:00Z'), '2026-01-31T09:00:00.000Z');
    assert.equal(toSecond('2026-01-31T09:00:00.999Z'), '2026-01-31T09:00:00Z');
  });
});
