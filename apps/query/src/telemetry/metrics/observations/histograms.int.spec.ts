import assert from 'node:assert/strict';
import { MINUTE } from '@svc/reading/testing';
import { BASE, interpolated, near, OLD, startMetrics, type MetricsSubject } from '../metrics.fixture.js';

describe('histograms', () => {
  let metrics: MetricsSubject;
  beforeAll(async () => {
    metrics = await startMetrics();
  });
  afterAll(() => metrics.stop());

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

  it('aggregates deltas with their extremes', async () => {
    const halves = [values.slice(0, 90), values.slice(90)];
    await metrics.write(
      metrics.series('h.delta', { type: 3, temporality: 1 }),
      halves.map((half, index) => ({
        timestamp: BASE + BigInt(index) * MINUTE,
        ...histogram(half),
        min: Math.min(...half),
        max: Math.max(...half),
      })),
    );
    const found = await metrics.queryValues('h.delta');
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

  it('aggregates increases of cumulative histograms, across a reset', async () => {
    const [a, b, c] = [values.slice(0, 50), values.slice(0, 120), values.slice(120, 160)];
    await metrics.write(metrics.series('h.cumulative', { type: 3, temporality: 2 }), [
      { timestamp: BASE - MINUTE, start: OLD, ...histogram(a) },
      { timestamp: BASE + MINUTE, start: OLD, ...histogram(b) },
      // Fewer observations than before, because the sender restarted.
      { timestamp: BASE + 2n * MINUTE, start: OLD, ...histogram(c) },
    ]);
    const observed = values.slice(50, 160);
    const found = await metrics.queryValues('h.cumulative');
    assert.equal(found['count'], 110);
    near(found['sum'], histogram(observed).sum, 1e-9);
    near(found['p50'], linear(observed, bounds, 0.5, 0, 10), 1e-9);
    // The extremes were not recorded, so the edges of the outermost buckets are used.
    assert.deepEqual([found['min'], found['max']], [0, 10]);
  });

  it('begins with nothing where the start of a cumulative histogram is unknown', async () => {
    const start = BASE + MINUTE;
    await metrics.write(metrics.series('h.unknown', { type: 3, temporality: 2 }), [
      { timestamp: start, start, ...histogram(values.slice(0, 100)) },
      { timestamp: start + MINUTE, start, ...histogram(values.slice(0, 110)) },
      { timestamp: start + 2n * MINUTE, start, ...histogram(values.slice(0, 130)) },
    ]);
    assert.equal(await metrics.queryValue('h.unknown', 'count'), 30);
    near(await metrics.queryValue('h.unknown', 'sum'), histogram(values.slice(100, 130)).sum, 1e-9);
  });

  it('returns the recorded extremes, also of cumulative histograms', async () => {
    const point = (minute: number, observed: readonly number[]) => ({
      timestamp: BASE + BigInt(minute) * MINUTE,
      start: BASE - MINUTE,
      ...histogram(observed),
      min: Math.min(...observed),
      max: Math.max(...observed),
    });
    await metrics.write(metrics.series('h.recorded', { type: 3, temporality: 2 }), [
      point(0, [1.5, 3]),
      point(1, [1.5, 3, 9.39]),
    ]);
    const found = await metrics.queryValues('h.recorded');
    assert.deepEqual([found['min'], found['max']], [1.5, 9.39]);
    assert.equal(await metrics.queryValue('h.recorded', 'increase'), 3);
    near(await metrics.queryValue('h.recorded', 'rate'), 3 / 3600, 1e-12);
  });

  it('merges senders with different bounds', async () => {
    await metrics.write(metrics.series('h.mixed', { type: 3, temporality: 1 }), [
      { timestamp: BASE, ...histogram(values, [4, 8, 12]) },
    ]);
    await metrics.write(metrics.series('h.mixed', { type: 3, temporality: 1 }), [
      { timestamp: BASE, ...histogram(values, [3, 6, 12]) },
    ]);
    const found = await metrics.queryValue('h.mixed', 'p50');
    near(found, interpolated(values, 0.5), 0.05);
    assert.equal(await metrics.queryValue('h.mixed', 'count'), 400);
  });
});

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
