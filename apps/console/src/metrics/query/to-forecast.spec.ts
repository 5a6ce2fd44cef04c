import assert from 'node:assert/strict';
import { addForecast, explainForecast, pickHorizon, whyNoForecast } from './to-forecast.js';

const START = Date.parse('2026-11-01T08:00:00Z');
const answer = {
  metric_name: 'm',
  agg: 'avg',
  interval: '1h',
  horizon: '60m',
  unit: 's',
  type: 'gauge',
  method: 'naive',
  seasons: [],
  points: [{ timestamp: '2026-11-01T09:00:00Z', value: 2, lower_80: 1.5, upper_80: 2.5, lower_95: 1, upper_95: 3 }],
};

describe('the forecast of a metric', () => {
  it('continues the lines with what is expected and its limits', () => {
    const line = { name: 'avg', tone: 'series-1' as const, values: [1] };
    const { times, series } = addForecast({ times: [START], series: [line], omitted: 0, total: 1 }, answer, 1000);
    assert.deepEqual(times, [START, START + 3_600_000]);
    assert.deepEqual(
      series.map(({ values }) => values),
      [
        [1, undefined],
        [undefined, 2000],
        [undefined, 1000],
        [undefined, 3000],
      ],
    );
  });

  it.each([
    [3_600_000, '1m', '60m'],
    [30 * 86_400_000, '1d', '10080m'],
    [86_400_000 * 7, '1m', '2016m'],
    [60_000, '1h', '60m'],
  ] as const)('of a range of %d ms in steps of %s is %s long', (width, interval, expected) => {
    assert.equal(pickHorizon(START, START + width, interval), expected);
  });

  it('is refused with what would be right', () => {
    const state = { by: [], q: '', across: 'none' } as const;
    const query = { agg: 'avg', interval: '1m' } as const;
    const gauge = { type: 'gauge', is_monotonic: false };
    const now = { endMs: START, nowMs: START };
    assert.equal(whyNoForecast(state, query, gauge, now), undefined);
    assert.match(whyNoForecast({ ...state, by: ['host'] }, query, gauge, now) ?? '', /remove the groups/);
    assert.match(whyNoForecast(state, query, { type: 'sum', is_monotonic: true }, now) ?? '', /of its sum/);
    assert.match(whyNoForecast(state, query, gauge, { ...now, nowMs: START + 600_000 }) ?? '', /ends now/);
  });

  it('says how it was made, or why there is none', () => {
    assert.match(explainForecast(answer), /repeating the last value, no season was found/);
    assert.match(explainForecast({ ...answer, method: 'mstl_ets', seasons: ['1d'] }), /seasons of 1d/);
    assert.match(explainForecast({ ...answer, method: 'none', reason: 'fewer than 8 buckets' }), /^No forecast: fewer/);
  });
});
