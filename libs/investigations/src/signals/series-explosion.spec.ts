import assert from 'node:assert/strict';
import type { MetricSeriesFact } from '../facts/metric-facts.js';
import { seriesExplosion } from './series-explosion.js';

const MINUTE = 60_000;

/** A metric with these numbers of series, one in each minute. */
const fact = (...values: number[]): MetricSeriesFact => ({
  metric: 'cache.entries',
  service: 'catalog',
  unit: '',
  attributes: {},
  figure: 'series',
  points: values.map((value, minute) => ({ start: minute * MINUTE, value })),
});
const repeat = (value: number, times: number): number[] => Array.from({ length: times }, () => value);
describe('an explosion of series', () => {
  const once = fact(...repeat(4, 30), ...repeat(400, 30));
  it('is found where it began', () => {
    assert.deepEqual(seriesExplosion(once), { at: 30 * MINUTE, normal: 4, abnormal: 400 });
  });

  it('begins with the first bucket that has more series than usual, if they become more slowly', () => {
    const slow = fact(...repeat(4, 30), ...Array.from({ length: 30 }, (_, minute) => 4 + 20 * (minute + 1)));
    assert.equal(seriesExplosion(slow)?.at, 30 * MINUTE);
  });

  it('is found after four minutes', () => {
    const young = fact(...repeat(4, 30), 13, 37, 61, 85);
    assert.deepEqual(seriesExplosion(young), { at: 30 * MINUTE, normal: 4, abnormal: 67 });
  });

  const none: [title: string, series: MetricSeriesFact][] = [
    ['fewer than fifty series', fact(...repeat(4, 30), ...repeat(49, 30))],
    ['fewer than five times the usual ones', fact(...repeat(100, 30), ...repeat(499, 30))],
    ['series that become fewer', fact(...repeat(400, 30), ...repeat(4, 30))],
    ['fewer than five buckets before', fact(...repeat(4, 4), ...repeat(400, 56))],
    ['many series that are gone', fact(...repeat(4, 30), ...repeat(400, 25), ...repeat(4, 5))],
    ['as many series as before', fact(...repeat(400, 60))],
    ['no points', fact()],
    ['a level', { ...once, figure: 'level' }],
  ];
  for (const [title, series] of none)
    it(`is none with ${title}`, () => {
      assert.equal(seriesExplosion(series), undefined);
    });
});
