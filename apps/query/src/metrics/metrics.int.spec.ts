import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { MetricsQueryRequestSchema } from '@svc/contract';
import type { Scope } from '../statement/index.js';
import { startTestColumnStore, type TestColumnStore } from '../testing/column-store.js';
import { writeSeries, type PointFixture, type SeriesFixture } from '../testing/metric-writer.js';
import { at, clock, DAY, HOSTILE, HOUR, MINUTE, NOW, SECOND } from '../testing/requests.js';
import { ampleBudget, scopeOf } from '../testing/scope.js';
import { TelemetryWriter } from '../testing/telemetry-writer.js';
import { toMetric, toQueryResponse } from './metric.message.js';
import { AGGREGATIONS } from './metric-types.js';
import { MetricsRepository } from './metrics.repository.js';
import { MetricsService } from './metrics.service.js';

type Request = MessageInitShape<typeof MetricsQueryRequestSchema>;

/** A full hour, so that buckets of any width up to it begin here. */
const BASE = NOW - (NOW % HOUR) - HOUR;
const OLD = BASE - 20n * DAY;

describe('metrics', () => {
  let engine: TestColumnStore;
  let service: MetricsService;
  let writer: TelemetryWriter;
  before(async () => {
    engine = await startTestColumnStore();
    writer = new TelemetryWriter(engine.store);
    service = new MetricsService(new MetricsRepository(engine.store), clock);
  });
  after(() => engine[Symbol.asyncDispose]());

  const write = (series: SeriesFixture, points: readonly PointFixture[]) => writeSeries(writer, series, points);
  const query = async (metricName: string, request: Request = {}, scope: Scope = scopeOf(1)) => {
    const window = { startTime: at(BASE), endTime: at(BASE + HOUR) };
    const message = create(MetricsQueryRequestSchema, { metricName, interval: '1h', ...window, ...request });
    return toQueryResponse(await service.query(message, scope, ampleBudget()));
  };
  /** The single value of an hour's single group. */
  const valueOf = async (metricName: string, agg: string, request: Request = {}) => {
    const { series = [] } = await query(metricName, { agg, ...request });
    assert.ok(series.length <= 1 && (series[0]?.points ?? []).length <= 1);
    return series[0]?.points?.[0]?.value;
  };
  const valuesOf = async (metricName: string, request: Request = {}) =>
    Object.fromEntries(
      await Promise.all(AGGREGATIONS.map(async (agg) => [agg, await valueOf(metricName, agg, request)] as const)),
    );
  let hashes = 0n;
  const series = (metric: string, others: Partial<SeriesFixture> & Pick<SeriesFixture, 'type'>): SeriesFixture => ({
    metric,
    hash: ++hashes,
    ...others,
  });

  it('of gauges aggregate the points as they are', async () => {
    const values = [3, -1, 4, 1, 5, 9, 2, 6, 5, 3];
    await write(
      series('gauge', { type: 1 }),
      values.map((value, index) => ({ timestamp: BASE + BigInt(index) * MINUTE, value })),
    );
    const found = await valuesOf('gauge');
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

  it('of counters add what was added, through resets and across buckets and windows', async () => {
    const cumulative = series('counter', { type: 2, temporality: 2, isMonotonic: true });
    const point = (minute: number, value: number, start = OLD): PointFixture => ({
      timestamp: BASE + BigInt(minute) * MINUTE,
      value,
      start,
    });
    await write(cumulative, [
      point(-2, 90),
      point(-1, 100),
      point(0, 110),
      point(1, 110),
      // Restarted: the value falls.
      point(2, 7),
      // Restarted: the value does not fall, but its stream began after the point before.
      point(3, 20, BASE + 2n * MINUTE + SECOND),
      point(10, 25, BASE + 2n * MINUTE + SECOND),
    ]);
    assert.equal(await valueOf('counter', 'sum'), 10 + 0 + 7 + 20 + 5);
    assert.equal(await valueOf('counter', 'count'), 5);
    assert.equal(await valueOf('counter', 'max'), 20);
    assert.equal(await valueOf('counter', 'avg'), 42 / 5);
    const { series: [group] = [] } = await query('counter', { agg: 'sum', interval: '5m' });
    assert.deepEqual(
      group?.points?.map(({ timestamp, value }) => [timestamp?.seconds, value]),
      [
        [BASE / SECOND, 37],
        [(BASE + 10n * MINUTE) / SECOND, 5],
      ],
    );
  });

  it('of counters know the first increase only of streams that began within the look-back', async () => {
    const counter = (start: bigint) =>
      write(series(`began ${start}`, { type: 2, temporality: 2, isMonotonic: true }), [
        { timestamp: BASE + MINUTE, value: 50, start },
        { timestamp: BASE + 2n * MINUTE, value: 51, start },
      ]);
    for (const start of [OLD, 0n, BASE + SECOND, BASE - 14n * MINUTE]) await counter(start);
    assert.equal(await valueOf(`began ${OLD}`, 'sum'), 1);
    assert.equal(await valueOf('began 0', 'sum'), 1);
    assert.equal(await valueOf('began 0', 'count'), 2);
    assert.equal(await valueOf(`began ${BASE + SECOND}`, 'sum'), 51);
    assert.equal(await valueOf(`began ${BASE - 14n * MINUTE}`, 'sum'), 51);
  });

  it('of counters keep series apart and take deltas and levels as they are', async () => {
    const points = (values: number[]): PointFixture[] =>
      values.map((value, index) => ({ timestamp: BASE + BigInt(index) * MINUTE, value, start: OLD }));
    await write(series('two', { type: 2, temporality: 2, isMonotonic: true }), points([1, 2, 4]));
    await write(series('two', { type: 2, temporality: 2, isMonotonic: true }), points([100, 50, 60]));
    assert.equal(await valueOf('two', 'sum'), 1 + 2 + 50 + 10);
    await write(series('delta', { type: 2, temporality: 1, isMonotonic: true }), points([5, 3, 4]));
    assert.equal(await valueOf('delta', 'sum'), 12);
    await write(series('level', { type: 2, temporality: 2, isMonotonic: false }), points([5, 3, 4]));
    assert.deepEqual([await valueOf('level', 'avg'), await valueOf('level', 'max')], [4, 5]);
  });

  describe('of histograms', () => {
    const bounds = [1, 2, 5, 10];
    const values = Array.from({ length: 200 }, (_, index) => ((index * 61) % 200) / 17);
    const histogram = (observed: readonly number[], cut: readonly number[] = bounds) => ({
      count: observed.length,
      sum: observed.reduce((sum, value) => sum + value, 0),
      explicit_bounds: cut,
      bucket_counts: [...cut, Infinity].map(
        (high, index) => observed.filter((value) => value <= high && value > (cut[index - 1] ?? -Infinity)).length,
      ),
    });

    it('take deltas with their extremes', async () => {
      const halves = [values.slice(0, 90), values.slice(90)];
      await write(
        series('h.delta', { type: 3, temporality: 1 }),
        halves.map((half, index) => ({
          timestamp: BASE + BigInt(index) * MINUTE,
          ...histogram(half),
          min: Math.min(...half),
          max: Math.max(...half),
        })),
      );
      const found = await valuesOf('h.delta');
      const { count, sum } = histogram(values);
      assert.equal(found['count'], count);
      near(found['sum'], sum, 1e-12);
      near(found['avg'], sum / count, 1e-12);
      assert.deepEqual([found['min'], found['max']], [Math.min(...values), Math.max(...values)]);
      for (const [agg, quantile] of [
        ['p50', 0.5],
        ['p95', 0.95],
        ['p99', 0.99],
      ] as const) {
        near(found[agg], linear(values, bounds, quantile, Math.min(...values), Math.max(...values)), 1e-12);
      }
    });

    it('take increases of cumulative ones, through a reset', async () => {
      const [a, b, c] = [values.slice(0, 50), values.slice(0, 120), values.slice(120, 160)];
      await write(series('h.cumulative', { type: 3, temporality: 2 }), [
        { timestamp: BASE - MINUTE, start: OLD, ...histogram(a) },
        { timestamp: BASE + MINUTE, start: OLD, ...histogram(b) },
        // Fewer observations than before: the sender began anew.
        { timestamp: BASE + 2n * MINUTE, start: OLD, ...histogram(c) },
      ]);
      const observed = values.slice(50, 160);
      const found = await valuesOf('h.cumulative');
      assert.equal(found['count'], 110);
      near(found['sum'], histogram(observed).sum, 1e-9);
      near(found['p50'], linear(observed, bounds, 0.5, 0, 10), 1e-9);
      // Nobody recorded the extremes: the edges of the outermost buckets stand for them.
      assert.deepEqual([found['min'], found['max']], [0, 10]);
    });

    it('merge senders that cut at different bounds', async () => {
      await write(series('h.mixed', { type: 3, temporality: 1 }), [
        { timestamp: BASE, ...histogram(values, [4, 8, 12]) },
      ]);
      await write(series('h.mixed', { type: 3, temporality: 1 }), [
        { timestamp: BASE, ...histogram(values, [3, 6, 12]) },
      ]);
      const found = await valueOf('h.mixed', 'p50');
      near(found, interpolated(values, 0.5), 0.05);
      assert.equal(await valueOf('h.mixed', 'count'), 400);
    });
  });

  describe('of exponential histograms', () => {
    const random = linearCongruential(42);
    const values = Array.from({ length: 3_000 }, () => Math.exp(random() * 8 - 3) * (random() < 0.2 ? -1 : 1));
    values.push(0, 0, 0, 0, 0);
    /** Buckets of a scale, made value by value. */
    const histogram = (observed: readonly number[], scale: number) => {
      const side = (sign: 1 | -1) => {
        const indexes = observed
          .filter((value) => value * sign > 0)
          .map((value) => Math.ceil(Math.log2(value * sign) * 2 ** scale) - 1);
        const offset = indexes.length === 0 ? 0 : Math.min(...indexes);
        const counts = Array.from({ length: indexes.length === 0 ? 0 : Math.max(...indexes) - offset + 1 }, () => 0);
        for (const index of indexes) counts[index - offset] = (counts[index - offset] ?? 0) + 1;
        return { offset, counts };
      };
      const [positive, negative] = [side(1), side(-1)];
      return {
        count: observed.length,
        sum: observed.reduce((sum, value) => sum + value, 0),
        scale,
        zero_count: observed.filter((value) => value === 0).length,
        zero_threshold: 0,
        positive_offset: positive.offset,
        positive_bucket_counts: positive.counts,
        negative_offset: negative.offset,
        negative_bucket_counts: negative.counts,
      };
    };
    /** The true quantile lies in one bucket with the answer: they differ by no more than the base. */
    const isWithinBucket = (
      found: number | undefined,
      observed: readonly number[],
      quantile: number,
      scale: number,
    ) => {
      const sorted = observed.toSorted((a, b) => a - b);
      const exact = sorted[Math.max(0, Math.ceil(quantile * sorted.length) - 1)] ?? Number.NaN;
      const base = 2 ** (2 ** -scale);
      const ratio = (found ?? Number.NaN) / exact;
      assert.ok(ratio > 1 / base - 1e-9 && ratio < base + 1e-9, `${found} is not near ${exact}`);
    };

    it('take deltas of any scale', async () => {
      await write(series('e.delta', { type: 4, temporality: 1 }), [
        { timestamp: BASE, ...histogram(values.slice(0, 1_000), 5) },
        { timestamp: BASE + MINUTE, ...histogram(values.slice(1_000), 3) },
      ]);
      const found = await valuesOf('e.delta');
      assert.equal(found['count'], values.length);
      near(
        found['sum'],
        values.reduce((sum, value) => sum + value, 0),
        1e-9,
      );
      for (const [agg, quantile] of [
        ['p50', 0.5],
        ['p95', 0.95],
        ['p99', 0.99],
      ] as const) {
        isWithinBucket(found[agg], values, quantile, 3);
      }
      isWithinBucket(found['min'], values, 0, 3);
      isWithinBucket(found['max'], values, 1, 3);
    });

    it('take increases of cumulative ones that change their scale and their offset', async () => {
      await write(series('e.cumulative', { type: 4, temporality: 2 }), [
        { timestamp: BASE - MINUTE, start: OLD, ...histogram(values.slice(0, 700), 6) },
        { timestamp: BASE + MINUTE, start: OLD, ...histogram(values.slice(0, 1_500), 4) },
        { timestamp: BASE + 2n * MINUTE, start: OLD, ...histogram(values.slice(0, 2_200), 4) },
        { timestamp: BASE + 3n * MINUTE, start: OLD, ...histogram(values.slice(2_200, 2_600), 6) },
      ]);
      const observed = values.slice(700, 2_600);
      const found = await valuesOf('e.cumulative');
      assert.equal(found['count'], observed.length);
      near(
        found['sum'],
        observed.reduce((sum, value) => sum + value, 0),
        1e-6,
      );
      for (const [agg, quantile] of [
        ['p50', 0.5],
        ['p95', 0.95],
        ['p99', 0.99],
      ] as const) {
        isWithinBucket(found[agg], observed, quantile, 4);
      }
    });

    it('interpolate along the logarithm', async () => {
      await write(series('e.one', { type: 4, temporality: 1 }), [
        {
          timestamp: BASE,
          count: 4,
          sum: 12,
          scale: 0,
          zero_count: 0,
          zero_threshold: 0,
          positive_offset: 1,
          positive_bucket_counts: [4],
          negative_offset: 0,
          negative_bucket_counts: [],
        },
      ]);
      near(await valueOf('e.one', 'p50'), 2 * Math.SQRT2, 1e-12);
    });
  });

  it('of summaries average what the senders computed', async () => {
    const summary = (minute: number, count: number, sum: number, median: number): PointFixture => ({
      timestamp: BASE + BigInt(minute) * MINUTE,
      start: OLD,
      count,
      sum,
      quantiles: [0, 0.5, 1],
      quantile_values: [median - 1, median, median + 1],
    });
    await write(series('summary', { type: 5 }), [
      summary(-1, 10, 100, 9),
      summary(1, 14, 140, 10),
      summary(2, 20, 230, 20),
    ]);
    assert.deepEqual(await valuesOf('summary'), {
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

  it('are grouped by labels and narrowed by filters', async () => {
    const groups: [string, string, string, string][] = [
      ['a', 'prod', 'i1', 'j'],
      ['a', 'prod', 'i2', 'j'],
      ['b', 'prod', 'i1', 'j'],
      ['a', 'test', 'i1', ''],
    ];
    for (const [index, [serviceName, environment, instance, job]] of groups.entries()) {
      await write(series('grouped', { type: 1, service: serviceName, environment, instance, job, unit: 'ms' }), [
        { timestamp: BASE, value: 10 ** index },
        { timestamp: BASE + 30n * MINUTE, value: 10 ** index },
      ]);
    }
    const sums = async (request: Request) =>
      ((await query('grouped', { agg: 'sum', ...request })).series ?? []).map(({ labels, points }) => [
        labels,
        points?.[0]?.value,
      ]);
    assert.deepEqual(await sums({}), [[{}, 2222]]);
    assert.deepEqual(await sums({ groupBy: ['service_name'] }), [
      [{ service_name: 'a' }, 2022],
      [{ service_name: 'b' }, 200],
    ]);
    assert.deepEqual(await sums({ groupBy: ['job', 'environment'] }), [
      [{ environment: 'prod', job: 'j' }, 222],
      [{ environment: 'test', job: '' }, 2000],
    ]);
    assert.deepEqual(await sums({ groupBy: ['instance'], service: ['a'], environment: ['prod'] }), [
      [{ instance: 'i1' }, 2],
      [{ instance: 'i2' }, 20],
    ]);
    assert.deepEqual(await sums({ service: ['a', 'b'], environment: ['test', 'x'] }), [[{}, 2000]]);
    assert.deepEqual(await sums({ service: ['nobody'] }), []);
    const { unit, type, agg, interval } = await query('grouped', { groupBy: ['job'] });
    assert.deepEqual([unit, type, agg, interval], ['ms', 'gauge', 'avg', '1h']);
    for (const hostile of HOSTILE) assert.deepEqual(await sums({ service: [hostile], environment: [hostile] }), []);
  });

  it('have buckets of every width, at multiples of it', async () => {
    const points = Array.from({ length: 120 }, (_, minute) => ({
      timestamp: BASE - HOUR + BigInt(minute) * MINUTE,
      value: 1,
    }));
    await write(series('wide', { type: 1 }), points);
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
      const { series: [group] = [] } = await query('wide', { ...window, interval, agg: 'count' });
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
    await assert.rejects(query('wide', { interval: '1m', startTime: at(NOW - 30n * DAY), endTime: at(NOW) }), {
      code: 'invalid_request',
    });
  });

  it('include the start of the window and exclude its end', async () => {
    await write(
      series('edges', { type: 1 }),
      [-1n, 0n, MINUTE - 1n, MINUTE].map((offset) => ({ timestamp: BASE + offset, value: 1 })),
    );
    assert.equal(await valueOf('edges', 'count', { startTime: at(BASE), endTime: at(BASE + MINUTE) }), 2);
  });

  it('that nobody sent are not found; silent ones are empty', async () => {
    for (const name of ['nobody', ...HOSTILE]) await assert.rejects(query(name), { code: 'not_found' });
    assert.deepEqual(
      (await query('gauge', { startTime: at(BASE - 20n * DAY), endTime: at(BASE - 19n * DAY) })).series,
      [],
    );
  });

  it('of one project never show in another', async () => {
    await write({ metric: 'mine', hash: 900n, type: 1, project: 70, service: 'a' }, [{ timestamp: BASE, value: 1 }]);
    await write({ metric: 'mine', hash: 900n, type: 1, project: 71, service: 'b' }, [{ timestamp: BASE, value: 1000 }]);
    await write({ metric: 'theirs', hash: 901n, type: 1, project: 71 }, [{ timestamp: BASE, value: 1000 }]);
    const { series: groups } = await query('mine', { agg: 'sum', groupBy: ['service_name'] }, scopeOf(70));
    assert.deepEqual(
      groups?.map(({ labels, points }) => [labels, points?.[0]?.value]),
      [[{ service_name: 'a' }, 1]],
    );
    await assert.rejects(query('theirs', {}, scopeOf(70)), { code: 'not_found' });
    assert.deepEqual(
      (await service.list(scopeOf(70), ampleBudget())).map(({ name }) => name),
      ['mine'],
    );
  });

  it('are listed with what is known of them', async () => {
    const scope = scopeOf(80);
    const nowSeconds = Number(NOW / SECOND);
    await write(
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
    await write(
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
      [],
    );
    await write({ metric: 'a', hash: 3n, project: 80, type: 4, lastSeen: nowSeconds - 29 * 86_400 }, []);
    await write({ metric: 'c', hash: 4n, project: 80, type: 1, lastSeen: nowSeconds - 31 * 86_400 }, []);
    const [a, b, ...others] = (await service.list(scope, ampleBudget())).map(toMetric);
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
      lastSeen: { seconds: NOW / SECOND, nanos: 0 },
    });
  });
});

function near(found: number | undefined, exact: number, tolerance: number): void {
  assert.ok(
    found !== undefined && Math.abs(found - exact) <= tolerance * Math.max(1, Math.abs(exact)),
    `${found} is not near ${exact}`,
  );
}

/** The quantile of known values, interpolated between neighbours. */
function interpolated(values: readonly number[], quantile: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = quantile * (sorted.length - 1);
  const low = sorted[Math.floor(rank)] ?? Number.NaN;
  const high = sorted[Math.ceil(rank)] ?? Number.NaN;
  return low + (high - low) * (rank - Math.floor(rank));
}

/** The quantile of a histogram by its textbook definition: find the bucket by counting, divide it in proportion. */
function linear(
  values: readonly number[],
  bounds: readonly number[],
  quantile: number,
  least: number,
  greatest: number,
): number {
  const rank = quantile * values.length;
  const edges = [least, ...bounds, Math.max(greatest, bounds.at(-1) ?? greatest)];
  const atMost = (edge: number): number => values.filter((value) => value <= edge).length;
  const bucket = edges.findIndex((_, index) => {
    const cumulated = index === edges.length - 1 ? values.length : atMost(edges[index] ?? 0);
    return index > 0 && cumulated >= rank;
  });
  const [low = 0, high = 0] = [edges[bucket - 1], edges[bucket]];
  const before = bucket === 1 ? 0 : atMost(low);
  const inside = (bucket === edges.length - 1 ? values.length : atMost(high)) - before;
  const found = low + ((high - low) * (rank - before)) / inside;
  return Math.min(Math.max(found, least), Math.max(greatest, bounds.at(-1) ?? greatest));
}

function linearCongruential(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}
