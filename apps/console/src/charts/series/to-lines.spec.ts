import assert from 'node:assert/strict';
import { nameSeries, toLines } from './to-lines.js';

const at = (minute: number, value: number | null) => ({ timestamp: `2026-11-01T08:0${minute}:00Z`, value });
const MS = Date.parse('2026-11-01T08:00:00Z');

describe('lines of a metric', () => {
  it('have a value for each time of any series, and none where nothing is known', () => {
    const { times, series } = toLines(
      [
        { labels: { host: 'a' }, points: [at(0, 1), at(1, null)] },
        { labels: { host: 'b' }, points: [at(1, 3)] },
      ],
      'avg',
      1000,
    );
    assert.deepEqual(times, [MS, MS + 60_000]);
    assert.deepEqual(
      series.map(({ name, values }) => [name, ...values]),
      [
        ['a', 1000, undefined],
        ['b', undefined, 3000],
      ],
    );
  });

  it('are those with the greatest means if there are too many', () => {
    const answer = [5, 1, 9, null].map((value, nth) => ({ labels: { host: String(nth) }, points: [at(0, value)] }));
    const { series, omitted, total } = toLines(answer, 'avg', 1, 2);
    assert.deepEqual([series.map(({ name }) => name), omitted, total], [['0', '2'], 2, 4]);
  });

  it('have names that differ', () => {
    const points = [at(0, 1)];
    const { series } = toLines(
      [
        { labels: { host: '' }, points },
        { labels: { host: '(none)' }, points },
      ],
      'avg',
    );
    assert.deepEqual(
      series.map(({ name }) => name),
      ['(none)', '(none) (2)'],
    );
    assert.equal(nameSeries({}, 'avg'), 'avg');
    assert.equal(nameSeries({ host: 'a', region: '' }, 'avg'), 'host=a, region=(none)');
  });
});
