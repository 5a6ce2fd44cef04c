import assert from 'node:assert/strict';
import { MINUTE } from '@svc/reading/testing';
import { BASE, near, OLD, startMetrics, type MetricsSubject } from '../metrics.fixture.js';

describe('exponential histograms', () => {
  let metrics: MetricsSubject;
  beforeAll(async () => {
    metrics = await startMetrics();
  });
  afterAll(() => metrics.stop());

  const random = linearCongruential(42);
  const values = Array.from({ length: 3_000 }, () => Math.exp(random() * 8 - 3) * (random() < 0.2 ? -1 : 1));
  values.push(0, 0, 0, 0, 0);
  /** Buckets of a scale, filled value by value. */
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
  /** The true quantile is in the same bucket as the result: they differ by no more than the base. */
  const isWithinBucket = (found: number | undefined, observed: readonly number[], quantile: number, scale: number) => {
    const sorted = observed.toSorted((a, b) => a - b);
    const exact = sorted[Math.max(0, Math.ceil(quantile * sorted.length) - 1)] ?? Number.NaN;
    const base = 2 ** (2 ** -scale);
    const ratio = (found ?? Number.NaN) / exact;
    assert.ok(ratio > 1 / base - 1e-9 && ratio < base + 1e-9, `${found} is not near ${exact}`);
  };

  it('answers finite quantiles for the coarsest scales, alone and beside fine ones', async () => {
    const coarse = (scale: number, offset: number, counts: number[]) => ({
      ...histogram([], scale),
      count: counts.reduce((sum, count) => sum + count, 0),
      positive_offset: offset,
      positive_bucket_counts: counts,
    });
    await metrics.write(metrics.series('e.coarse', { type: 4, temporality: 1 }), [
      { timestamp: BASE, ...coarse(-10, -1, [2]) },
    ]);
    await metrics.write(metrics.series('e.mixed', { type: 4, temporality: 1 }), [
      { timestamp: BASE, ...coarse(-9, 0, [2, 3]) },
      { timestamp: BASE + MINUTE, ...histogram(values.slice(0, 100), 8) },
    ]);
    for (const name of ['e.coarse', 'e.mixed']) {
      const found = await metrics.queryValues(name);
      for (const quantile of ['p50', 'p95', 'p99']) assert.ok(Number.isFinite(found[quantile]), `${name} ${quantile}`);
    }
    assert.ok(Number((await metrics.queryValues('e.coarse'))['p50']) <= 1);
  });

  it('aggregates deltas of any scale', async () => {
    await metrics.write(metrics.series('e.delta', { type: 4, temporality: 1 }), [
      { timestamp: BASE, ...histogram(values.slice(0, 1_000), 5) },
      { timestamp: BASE + MINUTE, ...histogram(values.slice(1_000), 3) },
    ]);
    const found = await metrics.queryValues('e.delta');
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

  it('aggregates increases of cumulative histograms that change their scale and offset', async () => {
    await metrics.write(metrics.series('e.cumulative', { type: 4, temporality: 2 }), [
      { timestamp: BASE - MINUTE, start: OLD, ...histogram(values.slice(0, 700), 6) },
      { timestamp: BASE + MINUTE, start: OLD, ...histogram(values.slice(0, 1_500), 4) },
      { timestamp: BASE + 2n * MINUTE, start: OLD, ...histogram(values.slice(0, 2_200), 4) },
      { timestamp: BASE + 3n * MINUTE, start: OLD, ...histogram(values.slice(2_200, 2_600), 6) },
    ]);
    const observed = values.slice(700, 2_600);
    const found = await metrics.queryValues('e.cumulative');
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

  it('interpolates along the logarithm', async () => {
    await metrics.write(metrics.series('e.one', { type: 4, temporality: 1 }), [
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
    near(await metrics.queryValue('e.one', 'p50'), 2 * Math.SQRT2, 1e-12);
  });
});

function linearCongruential(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}
