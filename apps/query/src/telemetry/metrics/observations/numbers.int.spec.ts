import assert from 'node:assert/strict';
import { at, MINUTE, type PointFixture, SECOND } from '@svc/reading/testing';
import { BASE, interpolated, near, OLD, startMetrics, withValues, type MetricsSubject } from '../metrics.fixture.js';

describe('numeric metrics', () => {
  let metrics: MetricsSubject;
  beforeAll(async () => {
    metrics = await startMetrics();
  });
  afterAll(() => metrics.stop());

  it('aggregates the points of gauges as they are', async () => {
    const values = [3, -1, 4, 1, 5, 9, 2, 6, 5, 3];
    await metrics.write(
      metrics.series('gauge', { type: 1 }),
      values.map((value, index) => ({ timestamp: BASE + BigInt(index) * MINUTE, value })),
    );
    const found = await metrics.queryValues('gauge');
    const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((quantile) => interpolated(values, quantile));
    const { p50: found50, p95: found95, p99: found99, ...exact } = found;
    assert.deepEqual(exact, { avg: 3.7, sum: 37, min: -1, max: 9, count: 10 });
    for (const [a, b] of [
      [found50, p50],
      [found95, p95],
      [found99, p99],
    ] as const)
      near(a, b, 1e-12);
  });

  it('sums the increases of counters, across resets, buckets and windows', async () => {
    const cumulative = metrics.series('counter', { type: 2, temporality: 2, isMonotonic: true });
    const point = (minute: number, value: number, start = OLD): PointFixture => ({
      timestamp: BASE + BigInt(minute) * MINUTE,
      value,
      start,
    });
    await metrics.write(cumulative, [
      point(-2, 90),
      point(-1, 100),
      point(0, 110),
      point(1, 110),
      // Restarted: the value falls.
      point(2, 7),
      // Restarted: the value does not fall, but its stream started after the previous point.
      point(3, 20, BASE + 2n * MINUTE + SECOND),
      point(10, 25, BASE + 2n * MINUTE + SECOND),
    ]);
    assert.equal(await metrics.queryValue('counter', 'sum'), 10 + 0 + 7 + 20 + 5);
    assert.equal(await metrics.queryValue('counter', 'count'), 5);
    assert.equal(await metrics.queryValue('counter', 'max'), 20);
    assert.equal(await metrics.queryValue('counter', 'avg'), 42 / 5);
    const { series: [group] = [] } = await metrics.query('counter', { agg: 'sum', interval: '5m' });
    assert.deepEqual(
      withValues(group?.points).map(({ timestamp, value }) => [timestamp?.seconds, value]),
      [
        [BASE / SECOND, 37],
        [(BASE + 10n * MINUTE) / SECOND, 5],
      ],
    );
  });

  it('counts the first increase of a counter only for streams that started within the look-back', async () => {
    const counter = (start: bigint) =>
      metrics.write(metrics.series(`began ${start}`, { type: 2, temporality: 2, isMonotonic: true }), [
        { timestamp: BASE + MINUTE, value: 50, start },
        { timestamp: BASE + 2n * MINUTE, value: 51, start },
      ]);
    for (const start of [OLD, 0n, BASE + SECOND, BASE - 14n * MINUTE]) await counter(start);
    assert.equal(await metrics.queryValue(`began ${OLD}`, 'sum'), 1);
    assert.equal(await metrics.queryValue('began 0', 'sum'), 1);
    assert.equal(await metrics.queryValue('began 0', 'count'), 2);
    assert.equal(await metrics.queryValue(`began ${BASE + SECOND}`, 'sum'), 51);
    assert.equal(await metrics.queryValue(`began ${BASE - 14n * MINUTE}`, 'sum'), 51);
  });

  it('begins with nothing for counters whose start is unknown, and begins again with nothing', async () => {
    const marked = metrics.series('unknown start', { type: 2, temporality: 2, isMonotonic: true });
    const point = (minute: number, value: number, startMinute: number): PointFixture => ({
      timestamp: BASE + BigInt(minute) * MINUTE,
      value,
      start: BASE + BigInt(startMinute) * MINUTE,
    });
    await metrics.write(marked, [
      point(0, 1000, 0),
      point(1, 1010, 0),
      point(2, 1020, 0),
      // A sender that lost its state marks the start again.
      point(3, 1050, 3),
      point(4, 1060, 3),
      // A start at the time of the previous point is a restart whose whole history is known.
      point(5, 2000, 4),
    ]);
    const { series: [group] = [] } = await metrics.query('unknown start', { agg: 'sum', interval: '1m' });
    assert.deepEqual(
      withValues(group?.points).map(({ timestamp, value }) => [
        Number((timestamp?.seconds ?? 0n) - BASE / SECOND) / 60,
        value,
      ]),
      [
        [1, 10],
        [2, 10],
        [4, 10],
        [5, 2000],
      ],
    );
  });

  it('separates series of counters and uses deltas and levels as they are', async () => {
    const points = (values: number[]): PointFixture[] =>
      values.map((value, index) => ({ timestamp: BASE + BigInt(index) * MINUTE, value, start: OLD }));
    await metrics.write(metrics.series('two', { type: 2, temporality: 2, isMonotonic: true }), points([1, 2, 4]));
    await metrics.write(metrics.series('two', { type: 2, temporality: 2, isMonotonic: true }), points([100, 50, 60]));
    assert.equal(await metrics.queryValue('two', 'sum'), 1 + 2 + 50 + 10);
    await metrics.write(metrics.series('delta', { type: 2, temporality: 1, isMonotonic: true }), points([5, 3, 4]));
    assert.equal(await metrics.queryValue('delta', 'sum'), 12);
    await metrics.write(metrics.series('level', { type: 2, temporality: 2, isMonotonic: false }), points([5, 3, 4]));
    assert.deepEqual([await metrics.queryValue('level', 'avg'), await metrics.queryValue('level', 'max')], [4, 5]);
  });

  it('sums a queue over instances by region, and filters it', async () => {
    const queue = (region: string, instance: string, own: Readonly<Record<string, string>> = {}) =>
      metrics.series('queue', { type: 1, instance, attributes: { region, ...own } });
    const lengths = (values: number[]): PointFixture[] =>
      values.map((value, index) => ({ timestamp: BASE + BigInt(index) * SECOND, value }));
    await metrics.write(queue('eu', 'a'), lengths([10, 20, 30]));
    await metrics.write(queue('eu', 'b', { kind: 'slow' }), lengths([2, 4]));
    await metrics.write(queue('us', 'c'), lengths([7]));
    const sums = async (request: Parameters<typeof metrics.query>[1]) => {
      const { series = [] } = await metrics.query('queue', { agg: 'avg', across: 'sum', ...request });
      return series.map(({ labels, points = [] }) => [labels?.['region'], points[0]?.value]);
    };
    assert.deepEqual(await sums({ groupBy: ['region'] }), [
      ['eu', 20 + 3],
      ['us', 7],
    ]);
    assert.deepEqual(await sums({}), [[undefined, 30]]);
    assert.deepEqual(await sums({ groupBy: ['region'], q: 'region:eu AND NOT kind:slow' }), [['eu', 20]]);
    assert.deepEqual(await sums({ groupBy: ['attributes.region'], q: 'instance:c' }), [[undefined, 7]]);
    const { series: [group] = [] } = await metrics.query('queue', { agg: 'max', across: 'count' });
    assert.equal(group?.points?.[0]?.value, 3);
    await assert.rejects(metrics.query('queue', { agg: 'rate' }), { code: 'invalid_request' });
    await assert.rejects(metrics.query('queue', { q: '(' }), { code: 'invalid_request' });
  });

  it('returns one level of an up-down counter, however it is sent', async () => {
    const changes = [5, 3, -4, 0, 6];
    const point = (index: number, value: number): PointFixture => ({
      timestamp: BASE + BigInt(index) * MINUTE,
      value,
      start: BASE - MINUTE,
    });
    const sentAs = (temporality: 1 | 2) =>
      metrics.series(`connections ${temporality}`, { type: 2, temporality, isMonotonic: false });
    await metrics.write(
      sentAs(1),
      changes.map((value, index) => point(index, value)),
    );
    await metrics.write(
      sentAs(2),
      changes.map((_, index) =>
        point(
          index,
          changes.slice(0, index + 1).reduce((sum, value) => sum + value, 0),
        ),
      ),
    );
    const [deltas, levels] = await Promise.all([1, 2].map((as) => metrics.queryValues(`connections ${as}`)));
    assert.deepEqual(deltas, levels);
    assert.deepEqual([levels?.['sum'], levels?.['max'], levels?.['avg']], [10, 10, (5 + 8 + 4 + 4 + 10) / 5]);
    // A window that begins later knows the level too.
    const later = { startTime: at(BASE + 2n * MINUTE), endTime: at(BASE + 3n * MINUTE) };
    assert.equal(await metrics.queryValue('connections 1', 'max', later), 4);
  });
});
