import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleWindows } from './sample-windows.js';

const SECOND = 1_000_000_000n;

describe('sampleWindows', () => {
  it('returns the whole range if it is small enough', () => {
    const range = { from: 0n, to: 3_600n * SECOND };
    assert.deepEqual(sampleWindows(range, 100, 100), { windows: [range], fraction: 1 });
  });

  it('returns separate, ordered windows inside the range that have about the requested number of rows', () => {
    const widths = fc.bigInt({ min: 60n * SECOND, max: 30n * 86_400n * SECOND });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 1n << 60n }),
        widths,
        fc.integer({ min: 1, max: 1e12 }),
        (from, width, rows) => {
          const limit = 2_000_000;
          const { windows, fraction } = sampleWindows({ from, to: from + width }, rows, limit);
          let [end, sum] = [from, 0n];
          for (const window of windows) {
            assert.ok(window.from >= end && window.to > window.from);
            sum += window.to - window.from;
            end = window.to;
          }
          assert.ok(end <= from + width);
          assert.ok(Math.abs(Number(sum) / Number(width) - fraction) < 1e-9);
          // No fewer than requested; more only if windows would become too narrow.
          assert.ok(fraction * rows > limit * 0.99 || fraction === 1 || rows < limit);
          const narrowest = Number(24n * SECOND) / Number(width);
          assert.ok(fraction * rows <= limit * 1.01 || fraction <= narrowest * 1.01 || rows <= limit || fraction === 1);
        },
      ),
    );
  });
});
