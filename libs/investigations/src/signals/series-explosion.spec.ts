import assert from 'node:assert/strict';
import type { FactParameters } from '../facts/facts.js';
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
/** The windows are divided at a minute. */
const dividedAt = (minute: number): FactParameters => ({
  normal: [{ start: 0, end: minute * MINUTE }],
  abnormal: { start: minute * MINUTE, end: 60 * MINUTE },
  bucketMs: MINUTE,
  services: [],
});

describe('an explosion of series', () => {
  const once = fact(...repeat(4, 30), ...repeat(400, 30));
  for (const minute of [2, 15, 30, 45, 57])
    it(`is found where it began if the windows are divided at minute ${minute}`, () => {
      assert.deepEqual(seriesExplosion(once, dividedAt(minute)), { at: 30 * MINUTE, normal: 4, abnormal: 400 });
    });

  it('begins with the first bucket that has more series than usual, if they become more slowly', () => {
    const slow = fact(...repeat(4, 30), ...Array.from({ length: 30 }, (_, minute) => 4 + 20 * (minute + 1)));
    assert.equal(seriesExplosion(slow, dividedAt(20))?.at, 30 * MINUTE);
  });

  const none: [title: string, series: MetricSeriesFact][] = [
    ['fewer than fifty series', fact(...repeat(4, 30), ...repeat(49, 30))],
    ['fewer than five times the usual ones', fact(...repeat(100, 30), ...repeat(499, 30))],
    ['series that become fewer', fact(...repeat(400, 30), ...repeat(4, 30))],
    ['fewer than five buckets before', fact(...repeat(4, 4), ...repeat(400, 56))],
    ['three buckets with many series, after which they are gone', fact(...repeat(4, 30), 400, 400, 400, ...repeat(4, 27))],
    ['as many series as before', fact(...repeat(400, 60))],
    ['no points', fact()],
    ['a level', { ...once, figure: 'level' }],
  ];
  for (const [title, series] of none)
    it(`is none with ${title}`, () => {
      assert.equal(seriesExplosion(series, dividedAt(45)), undefined);
    });
});
