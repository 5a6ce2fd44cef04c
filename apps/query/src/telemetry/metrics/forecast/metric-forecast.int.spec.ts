import assert from 'node:assert/strict';
import { DAY, INJECTION_ATTEMPTS, HOUR, MINUTE, NOW, type PointFixture, testScope, SECOND } from '@svc/reading/testing';
import { ServiceError } from '@svc/service-error';
import { startMetrics, type MetricsSubject } from '../metrics.fixture.js';

const HERE = NOW - (NOW % HOUR);
const wave = (hour: number): number => 100 + 50 * Math.sin((2 * Math.PI * hour) / 24);

describe('metric forecasts', () => {
  let metrics: MetricsSubject;
  beforeAll(async () => {
    metrics = await startMetrics();
  });
  afterAll(() => metrics.stop());

  const hours = (from: number, to: number, forecastValue: (hour: number) => number): PointFixture[] =>
    Array.from({ length: to - from }, (_, index) => ({
      timestamp: HERE + BigInt(from + index) * HOUR + 10n * MINUTE,
      value: forecastValue(from + index),
      start: HERE - 60n * DAY,
    }));

  it('continues where the history ends, and reports the basis', async () => {
    await metrics.write(metrics.series('daily', { type: 1, unit: 'By' }), hours(-20 * 24, 1, wave));
    const { points = [], history, ...about } = await metrics.forecast('daily');
    assert.deepEqual(about, {
      metricName: 'daily',
      agg: 'avg',
      interval: '1h',
      horizon: '24h',
      unit: 'By',
      type: 'gauge',
      method: 'mstl_ets',
      seasons: ['1d'],
    });
    assert.equal(history?.endTime?.seconds, HERE / SECOND);
    assert.equal(history?.buckets, 20 * 24);
    assert.equal(points.length, 24);
    for (const [hour, { timestamp, value = 0, lower95 = 0, upper95 = 0 }] of points.entries()) {
      assert.equal(timestamp?.seconds, (HERE + BigInt(hour) * HOUR) / SECOND);
      assert.ok(Math.abs(value - wave(hour)) < 5, `${value} is not near ${wave(hour)}`);
      assert.ok(lower95 <= value && value <= upper95);
    }
    assert.deepEqual(await metrics.forecast('daily'), await metrics.forecast('daily'));
  });

  it('predicts the increase of a counter, across a restart', async () => {
    let count = 0;
    const points = hours(-10 * 24, 0, (hour) => (hour === -100 ? (count = 5) : (count += 7 + (hour & 1))));
    await metrics.write(metrics.series('counter', { type: 2, temporality: 2, isMonotonic: true }), points);
    const { agg, points: found = [] } = await metrics.forecast('counter', { horizon: '6h' });
    assert.equal(agg, 'sum');
    assert.equal(found.length, 6);
    for (const { value = 0, lower95 = 0 } of found) assert.ok(value > 5 && value < 10 && lower95 >= 0, `${value}`);
  });

  it('covers the requested service and environment only', async () => {
    const long = (value: number) => hours(-30, 0, (hour) => value + (hour & 1));
    await metrics.write(metrics.series('two', { type: 1, service: 'a', environment: 'x' }), long(10));
    await metrics.write(metrics.series('two', { type: 1, service: 'b', environment: 'y' }), long(1000));
    const forecastValue = async (request: Parameters<typeof metrics.forecast>[1]) =>
      (await metrics.forecast('two', { horizon: '1h', ...request })).points?.[0]?.value;
    assert.equal(await forecastValue({ service: ['a'] }), 10);
    assert.equal(await forecastValue({ environment: ['y'] }), 1000);
    assert.equal(await forecastValue({}), 505);
    assert.equal((await metrics.forecast('two', { service: ['nobody'] })).method, 'none');
  });

  it('explains the absence of a forecast if the history is too short', async () => {
    await metrics.write(
      metrics.series('young', { type: 1 }),
      hours(-4, 0, () => 1),
    );
    const { method, reason, points } = await metrics.forecast('young');
    assert.deepEqual([method, points], ['none', []]);
    assert.match(reason ?? '', /^4 buckets .* at least 10/);
  });

  it('falls back to the previous day if there are too few days', async () => {
    await metrics.write(metrics.series('two days', { type: 1 }), hours(-48, 0, wave));
    const { method, seasons, points = [] } = await metrics.forecast('two days', { horizon: '36h' });
    assert.deepEqual([method, seasons, points.length], ['seasonal_naive', ['1d'], 36]);
    assert.ok(points.every(({ value = 0 }, hour) => Math.abs(value - wave(hour)) < 1e-9));
  });

  it('accepts every interval, up to seven days and 2,016 buckets', async () => {
    await metrics.write(
      metrics.series('minutes', { type: 1 }),
      Array.from({ length: 300 }, (_, minute) => ({
        timestamp: HERE - BigInt(minute + 1) * MINUTE,
        value: minute % 7,
      })),
    );
    for (const [interval, horizon, steps] of [
      ['1m', '90m', 90],
      ['5m', '7d', 2016],
      ['15m', '1h', 4],
      ['1h', '61m', 2],
      ['1d', '7d', 7],
    ] as const) {
      const { method, points = [] } = await metrics.forecast('minutes', { interval, horizon });
      assert.equal(points.length, method === 'none' ? 0 : steps);
    }
    for (const [interval, horizon, field] of [
      ['1m', '7d', 'interval'],
      ['1h', '8d', 'horizon'],
      ['1h', '169h', 'horizon'],
      ['1d', '23h', 'horizon'],
    ] as const) {
      await assert.rejects(
        metrics.forecast('minutes', { interval, horizon }),
        (error) => error instanceof ServiceError && error.details[0]?.path === field,
      );
    }
  });

  it('reports not found for a metric that is unknown or of another project', async () => {
    for (const name of ['nobody', ...INJECTION_ATTEMPTS]) {
      await assert.rejects(metrics.forecast(name), { code: 'not_found' });
    }
    await assert.rejects(metrics.forecast('daily', {}, testScope(2)), { code: 'not_found' });
  });
});
