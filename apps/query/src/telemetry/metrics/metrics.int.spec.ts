import assert from 'node:assert/strict';
import {
  at,
  DAY,
  INJECTION_ATTEMPTS,
  HOUR,
  MINUTE,
  NOW,
  type PointFixture,
  testScope,
  SECOND,
  testReader,
} from '@svc/reading/testing';
import { toTimestamp } from '@svc/reading/time';
import { toMetric } from './metric.message.js';
import { BASE, OLD, startMetrics, type MetricsRequest, type MetricsSubject } from './metrics.fixture.js';

describe('metrics', () => {
  let metrics: MetricsSubject;
  beforeAll(async () => {
    metrics = await startMetrics();
  });
  afterAll(() => metrics.stop());

  it('averages the values of summaries as the senders computed them', async () => {
    const summary = (minute: number, count: number, sum: number, median: number): PointFixture => ({
      timestamp: BASE + BigInt(minute) * MINUTE,
      start: OLD,
      count,
      sum,
      quantiles: [0, 0.5, 1],
      quantile_values: [median - 1, median, median + 1],
    });
    await metrics.write(metrics.series('summary', { type: 5 }), [
      summary(-1, 10, 100, 9),
      summary(1, 14, 140, 10),
      summary(2, 20, 230, 20),
    ]);
    assert.deepEqual(await metrics.queryValues('summary'), {
      avg: 13,
      sum: 130,
      min: 9,
      max: 21,
      count: 10,
      p50: 15,
      p95: undefined,
      p99: undefined,
    });
  });

  it('groups metrics by labels and narrows them by filters', async () => {
    const groups: [string, string, string, string][] = [
      ['a', 'prod', 'i1', 'j'],
      ['a', 'prod', 'i2', 'j'],
      ['b', 'prod', 'i1', 'j'],
      ['a', 'test', 'i1', ''],
    ];
    for (const [index, [serviceName, environment, instance, job]] of groups.entries()) {
      await metrics.write(
        metrics.series('grouped', { type: 1, service: serviceName, environment, instance, job, unit: 'ms' }),
        [
          { timestamp: BASE, value: 10 ** index },
          { timestamp: BASE + 30n * MINUTE, value: 10 ** index },
        ],
      );
    }
    const sums = async (request: MetricsRequest) =>
      ((await metrics.query('grouped', { agg: 'sum', ...request })).series ?? []).map(({ labels, points }) => [
        labels,
        points?.[0]?.value,
      ]);
    assert.deepEqual(await sums({}), [[{}, 2222]]);
    assert.deepEqual(await sums({ groupBy: ['service_name'] }), [
      [{ service_name: 'a' }, 2022],
      [{ service_name: 'b' }, 200],
    ]);
    assert.deepEqual(await sums({ groupBy: ['job', 'environment'] }), [
      [{ environment: 'test', job: '' }, 2000],
      [{ environment: 'prod', job: 'j' }, 222],
    ]);
    assert.deepEqual(await sums({ groupBy: ['instance'], service: ['a'], environment: ['prod'] }), [
      [{ instance: 'i1' }, 2],
      [{ instance: 'i2' }, 20],
    ]);
    assert.deepEqual(await sums({ service: ['a', 'b'], environment: ['test', 'x'] }), [[{}, 2000]]);
    assert.deepEqual(await sums({ service: ['nobody'] }), []);
    const { unit, type, agg, interval } = await metrics.query('grouped', { groupBy: ['job'] });
    assert.deepEqual([unit, type, agg, interval], ['ms', 'gauge', 'avg', '1h']);
    for (const attempt of INJECTION_ATTEMPTS)
      assert.deepEqual(await sums({ service: [attempt], environment: [attempt] }), []);
  });

  it('returns buckets of every width, at multiples of it', async () => {
    const points = Array.from({ length: 120 }, (_, minute) => ({
      timestamp: BASE - HOUR + BigInt(minute) * MINUTE,
      value: 1,
    }));
    await metrics.write(metrics.series('wide', { type: 1 }), points);
    const window = { startTime: at(BASE - HOUR), endTime: at(BASE + HOUR) };
    for (const [interval, minutes] of [
      ['1m', 1],
      ['5m', 5],
      ['15m', 15],
      ['30m', 30],
      ['1h', 60],
      ['6h', 360],
      ['12h', 720],
      ['1d', 1440],
    ] as const) {
      const { series: [group] = [] } = await metrics.query('wide', { ...window, interval, agg: 'count' });
      const found = group?.points ?? [];
      assert.equal(
        found.reduce((sum, point) => sum + (point.value ?? 0), 0),
        120,
      );
      assert.ok(
        found.every(
          ({ timestamp }) => timestamp?.seconds !== undefined && timestamp.seconds % BigInt(minutes * 60) === 0n,
        ),
      );
    }
    await assert.rejects(metrics.query('wide', { interval: '1m', startTime: at(NOW - 30n * DAY), endTime: at(NOW) }), {
      code: 'invalid_request',
    });
  });

  it('returns a point for every bucket of the window, without a value where nothing was sent', async () => {
    for (const [service, minute] of [
      ['a', 2n],
      ['b', 4n],
    ] as const)
      await metrics.write(metrics.series('gaps', { type: 1, service }), [
        { timestamp: BASE + minute * MINUTE, value: 0 },
        { timestamp: BASE + 9n * MINUTE, value: 1 },
      ]);
    // The window begins and ends inside a bucket.
    const window = { startTime: at(BASE + SECOND), endTime: at(BASE + 5n * MINUTE + 1n), interval: '1m' };
    for (const request of [{}, { across: 'sum' }, { agg: 'count' }, { agg: 'p99' }]) {
      const { series = [] } = await metrics.query('gaps', { ...window, groupBy: ['service_name'], ...request });
      const found = series.map(({ points = [] }) =>
        points.map(({ timestamp, value }) => [
          Number((timestamp?.seconds ?? 0n) - BASE / SECOND) / 60,
          value !== undefined,
        ]),
      );
      assert.deepEqual(
        found,
        [2, 4].map((sent) => [0, 1, 2, 3, 4, 5].map((minute) => [minute, minute === sent])),
      );
    }
  });

  it('refuses metrics whose series would have more points than a response takes', async () => {
    for (let at = 0; at < 12; at += 1)
      await metrics.write(metrics.series('many', { type: 1, service: `s${at}` }), [{ timestamp: BASE, value: 1 }]);
    const window = { startTime: at(BASE - 7n * DAY), endTime: at(BASE + HOUR), interval: '1m' };
    await assert.rejects(metrics.query('many', { ...window, groupBy: ['service_name'] }), { code: 'invalid_request' });
    assert.equal((await metrics.query('many', { ...window, groupBy: [] })).series?.length, 1);
  });

  it('includes the start of the window and excludes its end', async () => {
    await metrics.write(
      metrics.series('edges', { type: 1 }),
      [-1n, 0n, MINUTE - 1n, MINUTE].map((offset) => ({ timestamp: BASE + offset, value: 1 })),
    );
    assert.equal(await metrics.queryValue('edges', 'count', { startTime: at(BASE), endTime: at(BASE + MINUTE) }), 2);
  });

  it('reports metrics that were never sent as not found; silent ones are empty', async () => {
    for (const name of ['nobody', ...INJECTION_ATTEMPTS])
      await assert.rejects(metrics.query(name), { code: 'not_found' });
    assert.deepEqual(
      (await metrics.query('wide', { startTime: at(BASE - 20n * DAY), endTime: at(BASE - 19n * DAY) })).series,
      [],
    );
  });

  it('hides metrics of one project from another', async () => {
    await metrics.write({ metric: 'mine', hash: 900n, type: 1, project: 70, service: 'a' }, [
      { timestamp: BASE, value: 1 },
    ]);
    await metrics.write({ metric: 'mine', hash: 900n, type: 1, project: 71, service: 'b' }, [
      { timestamp: BASE, value: 1000 },
    ]);
    await metrics.write({ metric: 'theirs', hash: 901n, type: 1, project: 71 }, [{ timestamp: BASE, value: 1000 }]);
    const { series: groups } = await metrics.query('mine', { agg: 'sum', groupBy: ['service_name'] }, testScope(70));
    assert.deepEqual(
      groups?.map(({ labels, points }) => [labels, points?.[0]?.value]),
      [[{ service_name: 'a' }, 1]],
    );
    await assert.rejects(metrics.query('theirs', {}, testScope(70)), { code: 'not_found' });
    assert.deepEqual(
      (await metrics.service.list({ name: '' } as never, testReader(metrics.store, testScope(70)))).map(
        ({ name }) => name,
      ),
      ['mine'],
    );
  });

  it('reports how many points exceeded the series limit, and whether any did today', async () => {
    const limited = (metric: string, day: bigint, points: number) =>
      metrics.store.command(
        `INSERT INTO metric_limited_points SELECT {project:UInt32}, {metric:String}, toDate(fromUnixTimestamp64Nano({day:Int64})), {points:UInt64}`,
        { project: 81, metric, day, points },
      );
    for (const [metric, hash] of [
      ['now', 1n],
      ['once', 2n],
      ['never', 3n],
    ] as const)
      await metrics.write({ metric, hash, project: 81, type: 1 }, []);
    await limited('now', NOW, 5);
    await limited('now', NOW, 6);
    await limited('now', NOW - 2n * DAY, 100);
    await limited('once', NOW - 2n * DAY, 7);
    await limited('once', NOW - 40n * DAY, 1000);
    assert.deepEqual(
      (await metrics.service.list({ name: '' } as never, testReader(metrics.store, testScope(81))))
        .map(toMetric)
        .map(({ name, droppedPoints, seriesLimitReached }) => [name, droppedPoints, seriesLimitReached]),
      [
        ['never', 0n, false],
        ['now', 111n, true],
        ['once', 7n, false],
      ],
    );
  });

  it('lists metrics with their properties', async () => {
    const scope = testScope(80);
    const nowSeconds = Number(NOW / SECOND);
    await metrics.write(
      {
        metric: 'b',
        hash: 1n,
        project: 80,
        type: 2,
        temporality: 2,
        isMonotonic: true,
        unit: 'By',
        description: 'old',
        lastSeen: nowSeconds - 60,
      },
      [],
    );
    await metrics.write(
      {
        metric: 'b',
        hash: 2n,
        project: 80,
        type: 2,
        temporality: 1,
        isMonotonic: true,
        unit: 'By',
        description: 'new',
        lastSeen: nowSeconds,
      },
      [{ timestamp: NOW - 5n * MINUTE - 1n, value: 1 }],
    );
    // Late points do not make it older, and points of another series count as well.
    await metrics.write({ metric: 'b', hash: 1n, project: 80, type: 2, lastSeen: nowSeconds - 60 }, [
      { timestamp: NOW - 5n * MINUTE, value: 1 },
      { timestamp: NOW - HOUR, value: 1 },
    ]);
    await metrics.write({ metric: 'b', hash: 1n, project: 81, type: 2 }, [{ timestamp: NOW, value: 1 }]);
    await metrics.write({ metric: 'a', hash: 3n, project: 80, type: 4, lastSeen: nowSeconds - 29 * 86_400 }, []);
    await metrics.write({ metric: 'c', hash: 4n, project: 80, type: 1, lastSeen: nowSeconds - 31 * 86_400 }, []);
    const [a, b, ...others] = (await metrics.service.list({ name: '' } as never, testReader(metrics.store, scope))).map(
      toMetric,
    );
    assert.deepEqual(others, []);
    assert.deepEqual(
      [a?.name, a?.type, a?.temporality, a?.seriesCount],
      ['a', 'exponential_histogram', 'unspecified', 1n],
    );
    assert.deepEqual(b, {
      name: 'b',
      type: 'sum',
      unit: 'By',
      description: 'new',
      isMonotonic: true,
      temporality: 'delta',
      seriesCount: 2n,
      lastSeen: toTimestamp(NOW - 5n * MINUTE),
      droppedPoints: 0n,
      seriesLimitReached: false,
    });
  });
});
