import assert from 'node:assert/strict';
import { NANOSECONDS_PER_DAY, NANOSECONDS_PER_SECOND } from '../time/index.js';
import { SliceSizes } from './slice-sizes.js';

const times = (count: number, distance: bigint): bigint[] =>
  Array.from({ length: count }, (_, i) => 10n ** 18n - BigInt(i) * distance);

describe('SliceSizes', () => {
  it('begins with the time in which the wanted rows arrive', () => {
    const sizes = new SliceSizes(20_000);
    sizes.learn(1, times(51, 1_000_000n));
    assert.equal(sizes.widths(1)[0], 20n * NANOSECONDS_PER_SECOND);
    assert.notEqual(sizes.widths(2)[0], sizes.widths(1)[0]);
  });

  it('keeps to a second and to a week at the extremes', () => {
    const sizes = new SliceSizes(20_000);
    sizes.learn(1, times(51, 10n));
    assert.equal(sizes.widths(1)[0], NANOSECONDS_PER_SECOND);
    sizes.learn(2, times(51, NANOSECONDS_PER_DAY));
    assert.deepEqual(new Set(sizes.widths(2)), new Set([7n * NANOSECONDS_PER_DAY]));
  });

  it('reaches a day in few slices from any beginning', () => {
    const sizes = new SliceSizes(20_000);
    sizes.learn(1, times(51, 10n));
    let covered = 0n;
    const needed = sizes
      .widths(1)
      .filter((width) => (covered < NANOSECONDS_PER_DAY ? ((covered += width), true) : false));
    assert.ok(needed.length <= 7, String(needed.length));
  });

  it('learns nothing from a single row, and moves half way at a burst', () => {
    const sizes = new SliceSizes(20_000);
    sizes.learn(1, times(1, 0n));
    const unknown = sizes.widths(1)[0];
    assert.equal(unknown, sizes.widths(3)[0]);
    sizes.learn(1, times(51, 5_000_000n));
    sizes.learn(1, times(51, 50_000n));
    assert.equal(sizes.widths(1)[0], 10n * NANOSECONDS_PER_SECOND);
  });
});
