import { Inject, Injectable } from '@nestjs/common';
import type { MetricsLabelsRequest, MetricsListRequest, MetricsQueryRequest } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { compileSearch } from '@svc/reading/search-language';
import { nonEmpty, resolveWindow } from '@svc/reading/statement';
import {
  bucketStarts,
  fromMilliseconds,
  INTERVALS,
  isEmpty,
  NANOSECONDS_PER_DAY,
  type TimeRange,
} from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField, notFound, requireFound } from '@svc/service-error';
import { METRIC_FIELDS } from './fields/metric-fields.js';
import { ACROSS, AGGREGATIONS, toMetricType, type Across, type Aggregation } from './fields/metric-types.js';
import type { MetricLabels } from './labels/metric-labels.query.js';
import { isDeltaLevel, type MetricRow } from './metrics.query.js';
import { MetricsRepository } from './metrics.repository.js';
import { aggregateAcross } from './observations/across.js';
import { toMetricSeries, type MetricSeries } from './observations/metric-series.js';

export interface AggregatedMetric {
  readonly metric: MetricRow;
  readonly aggregation: Aggregation;
  readonly across: Across | undefined;
  readonly interval: string;
  /** Width of a bucket, in nanoseconds. */
  readonly width: bigint;
  readonly range: TimeRange;
  readonly groupBy: readonly string[];
  readonly series: readonly MetricSeries[];
}

export interface ListedMetric extends MetricRow {
  /** Nanoseconds; undefined between the creation of a new metric's series and its first point. */
  readonly lastPoint: bigint | undefined;
  /** Points beyond the series limit, in the listed days. */
  readonly droppedPoints: bigint;
  /** Whether the limit was reached today. */
  readonly isLimitReached: boolean;
}

const LISTED_FOR = 30n * NANOSECONDS_PER_DAY;

const DEFAULT_INTERVAL = '5m';

/** Maximum buckets of one series: a week of minutes fits, and no chart shows more. */
const MAX_BUCKETS = 11_000n;

/** Maximum number of points of all series, with and without a value. */
const MAX_POINTS = 100_000;

@Injectable()
export class MetricsService {
  constructor(
    private readonly repository: MetricsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list({ name }: MetricsListRequest, reader: ProjectReader): Promise<ListedMetric[]> {
    const now = fromMilliseconds(this.clock());
    const range = { from: now - LISTED_FOR, to: now };
    const [metrics, limited, lastPoints] = await Promise.all([
      this.repository.list(range.from, name, reader),
      this.repository.limitedPoints(range, reader),
      this.repository.lastPoints(reader),
    ]);
    return metrics.map((metric) => {
      const { points = 0, today = 0 } = limited.get(metric.name) ?? {};
      return {
        ...metric,
        lastPoint: lastPoints.get(metric.name),
        droppedPoints: BigInt(points),
        isLimitReached: Number(today) > 0,
      };
    });
  }

  /** @throws ServiceError not_found if no sender of the project ever sent the metric. */
  async delete(metricName: string, reader: ProjectReader): Promise<void> {
    if (!(await this.repository.find(metricName, reader))) throw notFound();
    await this.repository.delete(metricName, reader);
  }

  /** @throws ServiceError not_found if no sender of the project ever sent the metric. */
  async query(request: MetricsQueryRequest, reader: ProjectReader): Promise<AggregatedMetric> {
    const range = resolveWindow(request, reader.scope, this.clock());
    const interval = request.interval || DEFAULT_INTERVAL;
    const width = INTERVALS.get(interval);
    if (width === undefined) throw invalidField('interval', `must be one of ${[...INTERVALS.keys()].join(', ')}`);
    if ((range.to - range.from) / width > MAX_BUCKETS) {
      throw invalidField('interval', `must be wider: the window would have more than ${MAX_BUCKETS} buckets`);
    }
    const aggregation = AGGREGATIONS.find((known) => known === request.agg) ?? 'avg';
    const across = ACROSS.find((known) => known === request.across);
    const { groupBy } = request;
    const filter = compileSearch(request.q, METRIC_FIELDS, reader.scope);
    const metric = requireFound(await this.repository.find(request.metricName, reader));
    const type = toMetricType(metric.metric_type);
    if (type === 'gauge' && (aggregation === 'increase' || aggregation === 'rate'))
      throw invalidField('agg', 'must not be increase or rate for a gauge, whose points are not added up');
    const selection = {
      scope: reader.scope,
      name: request.metricName,
      type,
      range,
      interval: width,
      service: nonEmpty(request.service),
      environment: nonEmpty(request.environment),
      filter,
      groupBy,
      isBySeries: across !== undefined,
      hasDeltaLevels: isDeltaLevel(metric),
    };
    const found = isEmpty(range) ? [] : await this.repository.aggregate(selection, aggregation, reader);
    const series = await toMetricSeries(across ? aggregateAcross(found, across) : found);
    if (series.length * bucketStarts(range, width).length > MAX_POINTS) {
      throw invalidField(
        'interval',
        `must be wider, or the groups fewer: there would be more than ${MAX_POINTS} points`,
      );
    }
    return { metric, aggregation, across, interval, width, range, groupBy, series };
  }

  /** @throws ServiceError not_found if no sender of the project ever sent the metric. */
  async labels(request: MetricsLabelsRequest, reader: ProjectReader): Promise<MetricLabels> {
    const range = resolveWindow(request, reader.scope, this.clock(), NANOSECONDS_PER_DAY);
    const { metricName } = request;
    if (!(await this.repository.find(metricName, reader))) throw notFound();
    if (isEmpty(range)) return { metricName, seriesCount: 0n, labels: [] };
    const series = { scope: reader.scope, name: metricName, range };
    const [seriesCount, labels] = await Promise.all([
      this.repository.countSeries(series, reader),
      this.repository.labels(series, reader),
    ]);
    return { metricName, seriesCount, labels };
  }
}
