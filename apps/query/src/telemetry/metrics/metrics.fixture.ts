import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { sharedStore } from '@svc/columnar/testing';
import {
  MetricsForecastRequestSchema,
  MetricsLabelsRequestSchema,
  MetricsQueryRequestSchema,
  type MetricPointSchema,
} from '@svc/contract';
import type { Scope } from '@svc/reading/statement';
import {
  at,
  clock,
  DAY,
  HOUR,
  NOW,
  type PointFixture,
  testScope,
  type SeriesFixture,
  TelemetryWriter,
  writeSeries,
  testReader,
} from '@svc/reading/testing';
import { AGGREGATIONS } from './fields/metric-types.js';
import { ForecastPool } from './forecast/forecast-pool.js';
import { toForecastResponse } from './forecast/metric-forecast.message.js';
import { MetricForecastService } from './forecast/metric-forecast.service.js';
import { toLabelsResponse } from './labels/metric-labels.message.js';
import { toQueryResponse } from './metric.message.js';
import { MetricsRepository } from './metrics.repository.js';
import { MetricsService } from './metrics.service.js';

/** The start of the hour that tests query: buckets of any width up to an hour start here. */
export const BASE = NOW - (NOW % HOUR) - HOUR;
/** The start of long-running streams. */
export const OLD = BASE - 20n * DAY;

/** The aggregations that every type of metric has. */
const VALUES = AGGREGATIONS.filter((aggregation) => aggregation !== 'increase' && aggregation !== 'rate');

export type MetricsRequest = MessageInitShape<typeof MetricsQueryRequestSchema>;

/** The metrics domain on an engine of its own. */
export async function startMetrics() {
  const engine = await sharedStore();
  const writer = new TelemetryWriter(engine.store);
  const repository = new MetricsRepository(engine.store);
  const service = new MetricsService(repository, clock);
  const pool = new ForecastPool();
  const forecasts = new MetricForecastService(repository, pool, clock);
  let hashes = 0n;

  const query = async (metricName: string, request: MetricsRequest = {}, scope: Scope = testScope(1)) => {
    const window = { startTime: at(BASE), endTime: at(BASE + HOUR) };
    const message = create(MetricsQueryRequestSchema, { metricName, interval: '1h', ...window, ...request });
    return toQueryResponse(await service.query(message, testReader(engine.store, scope)));
  };
  /** The single value of the hour's single group. */
  const queryValue = async (metricName: string, agg: string, request: MetricsRequest = {}) => {
    const { series = [] } = await query(metricName, { agg, ...request });
    assert.ok(series.length <= 1 && (series[0]?.points ?? []).length <= 1);
    return series[0]?.points?.[0]?.value;
  };
  const labels = async (
    metricName: string,
    window: Pick<MetricsRequest, 'startTime' | 'endTime'> = {},
    scope: Scope = testScope(1),
  ) => {
    const message = create(MetricsLabelsRequestSchema, { metricName, ...window });
    return toLabelsResponse(await service.labels(message, testReader(engine.store, scope)));
  };
  return {
    service,
    store: engine.store,
    forecast: async (
      metricName: string,
      request: MessageInitShape<typeof MetricsForecastRequestSchema> = {},
      scope: Scope = testScope(1),
    ) => {
      const message = create(MetricsForecastRequestSchema, { metricName, ...request });
      return toForecastResponse(await forecasts.forecast(message, testReader(engine.store, scope)));
    },
    labels,
    query,
    queryValue,
    queryValues: async (metricName: string, request: MetricsRequest = {}) =>
      Object.fromEntries(
        await Promise.all(VALUES.map(async (agg) => [agg, await queryValue(metricName, agg, request)] as const)),
      ),
    write: (series: SeriesFixture, points: readonly PointFixture[]) => writeSeries(writer, series, points),
    /** A series with a new hash. */
    series: (metric: string, others: Partial<SeriesFixture> & Pick<SeriesFixture, 'type'>): SeriesFixture => ({
      metric,
      hash: ++hashes,
      ...others,
    }),
    stop: async () => {
      await pool.onModuleDestroy();
      await engine[Symbol.asyncDispose]();
    },
  };
}

export type MetricsSubject = Awaited<ReturnType<typeof startMetrics>>;

/** The points with a value, without the gaps between them. */
export function withValues(points: readonly MessageInitShape<typeof MetricPointSchema>[] = []) {
  return points.filter(({ value }) => value !== undefined);
}

export function near(found: number | undefined, exact: number, tolerance: number): void {
  assert.ok(
    found !== undefined && Math.abs(found - exact) <= tolerance * Math.max(1, Math.abs(exact)),
    `${found} is not near ${exact}`,
  );
}

/** The quantile of known values, interpolated between neighbours. */
export function interpolated(values: readonly number[], quantile: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = quantile * (sorted.length - 1);
  const low = sorted[Math.floor(rank)] ?? Number.NaN;
  const high = sorted[Math.ceil(rank)] ?? Number.NaN;
  return low + (high - low) * (rank - Math.floor(rank));
}
