import assert from 'node:assert/strict';
import fc from 'fast-check';
import { alignWindow, keptMs } from './widget-window.js';

const SECOND = 1_000_000_000n;
const NOW = 1_795_000_000n * SECOND;

describe('the window of a widget', () => {
  it('widens the window to whole buckets, by less than one at each end', () => {
    const widths = fc.bigInt({ min: 1n, max: 200n * 86_400n * SECOND });
    fc.assert(
      fc.property(widths, fc.bigInt({ min: 0n, max: 86_400n * SECOND }), (width, shift) => {
        const asked = { from: NOW - shift - width, to: NOW - shift };
        const { from, to, step } = alignWindow(asked);
        assert.ok(from <= asked.from && asked.from - from < step);
        assert.ok(to >= asked.to && to - asked.to < step);
        assert.ok(from % step === 0n && to % step === 0n && to > from);
        assert.ok((to - from) / step <= 302n);
      }),
    );
  });

  it('chooses buckets that fit the width, and keeps wide ones longer', () => {
    for (const [minutes, interval, kept] of [
      [5n, '1m', 10_000],
      [60n, '1m', 10_000],
      [1440n, '5m', 25_000],
      [7n * 1440n, '1h', 60_000],
      [30n * 1440n, '6h', 60_000],
    ] as const) {
      const window = alignWindow({ from: NOW - minutes * 60n * SECOND, to: NOW });
      assert.deepEqual([window.interval, keptMs(window)], [interval, kept]);
    }
  });
});
