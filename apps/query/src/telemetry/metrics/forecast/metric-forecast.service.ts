import { Inject, Injectable } from '@nestjs/common';
import type { MetricsForecastRequest } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { nonEmpty, type Scope } from '@svc/reading/statement';
import {
  ceilTo,
  floorTo,
  fromMilliseconds,
  INTERVALS,
  NANOSECONDS_PER_DAY,
  NANOSECONDS_PER_HOUR,
  NANOSECONDS_PER_MINUTE,
  type TimeRange,
} from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField, requireFound } from '@svc/service-error';
import { toMetricType, type Aggregation } from '../fields/metric-types.js';
import { isDeltaLevel, type MetricRow } from '../metrics.query.js';
import { MetricsRepository, type AggregatedPoint } from '../metrics.repository.js';
import { ForecastPool } from './forecast-pool.js';
import type { Forecast } from './forecast.js';

export interface MetricForecast {
  readonly metric: MetricRow;
  readonly aggregation: Aggregation;
  readonly interval: string;
  readonly width: bigint;
  readonly horizon: string;
  /** The window of the history; the forecast starts at its end. */
  readonly range: TimeRange;
  /** Buckets of the history that have data. */
  readonly buckets: number;
  readonly forecast: Forecast;
}

const DEFAULT_HORIZON = '24h';
const DEFAULT_INTERVAL = '1h';
const MAX_HORIZON = 7n * NANOSECONDS_PER_DAY;
/** A week of five-minute buckets. */
const MAX_STEPS = 2_016n;

/** Three days of minutes, two weeks of five minutes: fitting as many takes half a second. */
const MAX_HISTORY_BUCKETS = 4_320n;
/** Data from more than two months ago says little about tomorrow. */
const MAX_HISTORY = 60n * NANOSECONDS_PER_DAY;

const SEASONS = [NANOSECONDS_PER_DAY, 7n * NANOSECONDS_PER_DAY];

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['m', NANOSECONDS_PER_MINUTE],
  ['h', NANOSECONDS_PER_HOUR],
  ['d', NANOSECONDS_PER_DAY],
]);

@Injectable()
export class MetricForecastService {
  constructor(
    private readonly repository: MetricsRepository,
    private readonly pool: ForecastPool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError not_found if no sender of the project ever sent the metric. */
  async forecast(request: MetricsForecastRequest, reader: ProjectReader): Promise<MetricForecast> {
    const interval = request.interval || DEFAULT_INTERVAL;
    const width = INTERVALS.get(interval);
    if (width === undefined) throw invalidField('interval', `must be one of ${[...INTERVALS.keys()].join(', ')}`);
    const horizon = request.horizon || DEFAULT_HORIZON;
    const steps = parseHorizon(horizon, width);

    const metric = requireFound(await this.repository.find(request.metricName, reader));
    const type = toMetricType(metric.metric_type);
    const aggregation = type === 'sum' && metric.monotonic ? 'sum' : 'avg';
    const range = this.#historyRange(width, reader.scope);
    const points = await this.repository.aggregate(
      {
        scope: reader.scope,
        name: request.metricName,
        type,
        range,
        interval: width,
        service: nonEmpty(request.service),
        environment: nonEmpty(request.environment),
        groupBy: [],
        hasDeltaLevels: isDeltaLevel(metric),
      },
      aggregation,
      reader,
    );
    const forecast = await this.pool.run({
      history: toSeries(points, range, width),
      steps,
      seasons: SEASONS.filter((season) => season > width).map((season) => Number(season / width)),
    });
    return { metric, aggregation, interval, width, horizon, range, buckets: points.length, forecast };
  }

  /** Whole buckets only: one that is not over, or whose start has expired, would look like a drop. */
  #historyRange(width: bigint, scope: Scope): TimeRange {
    const now = fromMilliseconds(this.clock());
    const to = floorTo(now, width);
    const longest = [MAX_HISTORY, MAX_HISTORY_BUCKETS * width].reduce((a, b) => (a < b ? a : b));
    const kept = ceilTo(now - scope.retention, width);
    const from = floorTo(to - longest, width);
    return { from: from < kept ? kept : from, to };
  }
}

function parseHorizon(horizon: string, width: bigint): number {
  const length = BigInt(horizon.slice(0, -1)) * (UNITS.get(horizon.slice(-1)) ?? 0n);
  if (length > MAX_HORIZON) throw invalidField('horizon', 'must be at most 7d');
  if (length < width) throw invalidField('horizon', 'must be at least one interval');
  const steps = ceilTo(length, width) / width;
  if (steps > MAX_STEPS) {
    throw invalidField('interval', `must be wider: the horizon would have more than ${MAX_STEPS} buckets`);
  }
  return Number(steps);
}

function toSeries(points: readonly AggregatedPoint[], range: TimeRange, width: bigint): Float64Array {
  const values = new Float64Array(Number((range.to - range.from) / width)).fill(Number.NaN);
  for (const { bucket, value } of points) values[Number((bucket - range.from) / width)] = value;
  return values;
}
