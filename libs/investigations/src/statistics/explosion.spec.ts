import assert from 'node:assert/strict';
import { findExplosion } from './explosion.js';
import type { Point } from './rise.js';

const MINUTE = 60_000;

/** Numbers of series, one in each minute. */
const series = (...values: number[]): Point[] => values.map((value, minute) => ({ start: minute * MINUTE, value }));
const find = (points: readonly Point[]) => findExplosion(points, 50, 5);
const repeat = (value: number, times: number): number[] => Array.from({ length: times }, () => value);
describe('an explosion of series', () => {
  const once = series(...repeat(4, 30), ...repeat(400, 30));
  it('is found where it began', () => {
    assert.deepEqual(find(once), { at: 30 * MINUTE, normal: 4, abnormal: 400 });
  });

  it('begins with the first bucket that has more series than usual, if they become more slowly', () => {
    const slow = series(...repeat(4, 30), ...Array.from({ length: 30 }, (_, minute) => 4 + 20 * (minute + 1)));
    assert.equal(find(slow)?.at, 30 * MINUTE);
  });

  it('is found after four minutes', () => {
    const young = series(...repeat(4, 30), 13, 37, 61, 85);
    assert.deepEqual(find(young), { at: 30 * MINUTE, normal: 4, abnormal: 67 });
  });

  const none: [title: string, points: readonly Point[]][] = [
    ['fewer than fifty series', series(...repeat(4, 30), ...repeat(49, 30))],
    ['fewer than five times the usual ones', series(...repeat(100, 30), ...repeat(499, 30))],
    ['series that become fewer', series(...repeat(400, 30), ...repeat(4, 30))],
    ['fewer than five buckets before', series(...repeat(4, 4), ...repeat(400, 56))],
    ['many series that are gone', series(...repeat(4, 30), ...repeat(400, 25), ...repeat(4, 5))],
    ['as many series as before', series(...repeat(400, 60))],
    ['no points', series()],
  ];
  for (const [title, points] of none)
    it(`is none with ${title}`, () => {
      assert.equal(find(points), undefined);
    });
});
