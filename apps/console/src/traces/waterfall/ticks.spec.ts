import assert from 'node:assert/strict';
import fc from 'fast-check';
import { niceStep, toTicks } from './ticks.js';

describe('ticks of the time axis', () => {
  it('puts at most the given number of ticks into any range, in order and with different labels', () => {
    const ns = fc.double({ min: 10, max: 1e15, noNaN: true });
    fc.assert(
      fc.property(
        ns,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 2, max: 20 }),
        (to, share, most) => {
          const from = (to - 10) * share;
          const ticks = toTicks(from, to, most);
          assert.ok(ticks.length <= most + 1, `${ticks.length}`);
          assert.ok(ticks.every(({ atNs }) => atNs >= from * (1 - 1e-9) && atNs <= to * (1 + 1e-9)));
          assert.equal(new Set(ticks.map(({ label }) => label)).size, ticks.length, JSON.stringify(ticks));
        },
      ),
    );
  });

  it('takes steps that clocks have', () => {
    for (const [range, most, step] of [
      [100, 10, 10],
      [1e6, 8, 2e5],
      [1e9, 8, 2e8],
      [7e9, 8, 1e9],
      [60e9, 5, 15e9],
      [3_600e9, 6, 600e9],
      [86_400e9, 8, 3 * 3_600e9],
      [10 * 86_400e9, 8, 2 * 86_400e9],
    ] as const)
      assert.equal(niceStep(range, most), step, `${range} ${most}`);
  });

  it('labels ticks in one unit with the digits that the step needs', () => {
    const labels = (from: number, to: number): string[] => toTicks(from, to, 4).map(({ label }) => label);
    assert.deepEqual(labels(0, 1e6), ['0.0 ms', '0.5 ms', '1.0 ms']);
    assert.deepEqual(labels(2_500_000_000, 2_500_003_000), ['2.500000 s', '2.500001 s', '2.500002 s', '2.500003 s']);
    assert.deepEqual(labels(0, 90e9), ['0:00', '0:30', '1:00', '1:30']);
    assert.deepEqual(labels(0, 4 * 3_600e9), ['0:00', '1:00:00', '2:00:00', '3:00:00', '4:00:00']);
  });
});
