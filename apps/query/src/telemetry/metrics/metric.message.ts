import type { MessageInitShape } from '@bufbuild/protobuf';
import type { MetricPointSchema, MetricSchema, MetricSeriesSchema, MetricsQueryResponseSchema } from '@svc/contract';
import { bucketStarts, toTimestamp } from '@svc/reading/time';
import { EventLoopYielder } from '@svc/runtime';
import { toMetricType, TEMPORALITIES } from './fields/metric-types.js';
import type { AggregatedMetric, ListedMetric } from './metrics.service.js';
import type { MetricSeries } from './observations/metric-series.js';

export function toMetric(row: ListedMetric): MessageInitShape<typeof MetricSchema> {
  return {
    name: row.name,
    type: toMetricType(row.metric_type),
    unit: row.metric_unit,
    description: row.metric_description,
    isMonotonic: row.monotonic,
    temporality: TEMPORALITIES[row.metric_temporality] ?? 'unspecified',
    seriesCount: BigInt(row.series),
    ...(row.lastPoint === undefined ? {} : { lastSeen: toTimestamp(row.lastPoint) }),
    droppedPoints: row.droppedPoints,
    seriesLimitReached: row.isLimitReached,
  };
}

export async function toQueryResponse(
  answer: AggregatedMetric,
): Promise<MessageInitShape<typeof MetricsQueryResponseSchema>> {
  const { metric, aggregation, across, interval, width, range, groupBy, series } = answer;
  return {
    metricName: metric.name,
    agg: aggregation,
    across: across ?? '',
    interval,
    unit: metric.metric_unit,
    type: toMetricType(metric.metric_type),
    series: await toSeries(series, bucketStarts(range, width), groupBy),
    startTime: toTimestamp(range.from),
    endTime: toTimestamp(range.to),
  };
}

/** Returns a point for every bucket, with or without a value. */
async function toSeries(
  groups: readonly MetricSeries[],
  starts: readonly bigint[],
  groupBy: readonly string[],
): Promise<MessageInitShape<typeof MetricSeriesSchema>[]> {
  const series: MessageInitShape<typeof MetricSeriesSchema>[] = [];
  const yielder = new EventLoopYielder();
  for (const { labels, values } of groups) {
    const points: MessageInitShape<typeof MetricPointSchema>[] = [];
    for (const start of starts) {
      const value = values.get(start);
      points.push({ timestamp: toTimestamp(start), ...(value !== undefined && { value }) });
      if (yielder.isDue()) await yielder.yield();
    }
    series.push({ labels: Object.fromEntries(groupBy.map((name, index) => [name, labels[index] ?? ''])), points });
  }
  return series;
}
