import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatAgo, formatBytes, formatCost, formatCount, formatDuration, formatPercent } from './format.js';

describe('formats', () => {
  it('shows lengths of time with three digits or two units', () => {
    const shown: readonly (readonly [number | bigint, string])[] = [
      [0, '0 s'],
      [999, '999 ns'],
      [350_000, '350 µs'],
      [999_700, '1 ms'],
      [12_345_678, '12.3 ms'],
      [1_240_000_000n, '1.24 s'],
      [59_990_000_000, '1 min'],
      [125_000_000_000, '2 min 5 s'],
      [3_599_700_000_000, '1 h'],
      [7_500_000_000_000, '2 h 5 min'],
      [86_395_000_000_000, '1 d'],
      [356_400_000_000_000, '4 d 3 h'],
      [-1_500_000, '−1.5 ms'],
      [NaN, ''],
    ];
    for (const [ns, text] of shown) assert.equal(formatDuration(ns), text, String(ns));
    assert.equal(formatDuration(1240, 'ms'), '1.24 s');
  });

  it('never shows a unit that is as long as the next', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e18, noNaN: true }), (ns) => {
        assert.doesNotMatch(formatDuration(ns), /^1000 |^60 s|^60 min|^24 h|\s60 |\s24 h/);
        assert.doesNotMatch(formatBytes(ns), /^1000 /);
        assert.doesNotMatch(formatCount(ns, 'short'), /^1000[kMG]/);
      }),
    );
  });

  it('shows numbers of things exactly or with three digits', () => {
    assert.equal(formatCount(1234), '1,234');
    assert.equal(formatCount(2n ** 53n + 1n), '9,007,199,254,740,993');
    assert.equal(formatCount(9999, 'short'), '9,999');
    assert.equal(formatCount(12_345, 'short'), '12.3k');
    assert.equal(formatCount(999_999, 'short'), '1M');
    assert.deepEqual([0, 999, 1_240_000, 512_000].map(formatBytes), ['0 B', '999 B', '1.24 MB', '512 kB']);
  });

  it('shows shares and costs without hiding small ones', () => {
    assert.deepEqual([0, 0.0001, 0.1234, 0.9999, 1, 12.3].map(formatPercent), [
      '0%',
      '<0.1%',
      '12.3%',
      '>99.9%',
      '100%',
      '1,230%',
    ]);
    assert.deepEqual([0, '0.00042', 1.239, 1234.5, 1e-9].map(formatCost), [
      '$0.00',
      '$0.00042',
      '$1.24',
      '$1,234.50',
      '<$0.000001',
    ]);
  });

  it('says how long ago', () => {
    const now = Date.parse('2026-11-15T12:00:00Z');
    const ago = (seconds: number): string => formatAgo(now - seconds * 1000, now);
    assert.deepEqual([2, 59, 90, 7200, 200_000, -300, 5_000_000].map(ago), [
      'just now',
      '59 s ago',
      '1 min ago',
      '2 h ago',
      '2 d ago',
      'in 5 min',
      'Sep 18',
    ]);
    assert.equal(formatAgo('2026-11-15T11:59:00.123456789Z', now), '59 s ago');
  });
});
