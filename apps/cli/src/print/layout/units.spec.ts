import assert from 'node:assert/strict';
import { decimal, milliseconds, nanoseconds, percentage, toMillisecond, toSecond, wholeNumber } from './units.js';

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
