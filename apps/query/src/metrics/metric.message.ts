import type { MessageInitShape } from '@bufbuild/protobuf';
import type { MetricSchema, MetricSeriesSchema, MetricsQueryResponseSchema } from '@svc/contract';
import { NANOSECONDS_PER_SECOND, toTimestamp } from '../time/nanoseconds.js';
import { metricTypeOf, TEMPORALITIES, type Label } from './metric-types.js';
import type { MetricRow } from './metrics.query.js';
import type { AggregatedPoint } from './metrics.repository.js';
import type { AggregatedMetric } from './metrics.service.js';

export function toMetric(row: MetricRow): MessageInitShape<typeof MetricSchema> {
  return {
    name: row.name,
    type: metricTypeOf(row.metric_type),
    unit: row.metric_unit,
    description: row.metric_description,
    isMonotonic: row.monotonic,
    temporality: TEMPORALITIES[row.metric_temporality] ?? 'unspecified',
    seriesCount: BigInt(row.series),
    lastSeen: toTimestamp(BigInt(row.latest) * NANOSECONDS_PER_SECOND),
  };
}

export function toQueryResponse(answer: AggregatedMetric): MessageInitShape<typeof MetricsQueryResponseSchema> {
  const { metric, aggregation, interval, groupBy, points } = answer;
  return {
    metricName: metric.name,
    agg: aggregation,
    interval,
    unit: metric.metric_unit,
    type: metricTypeOf(metric.metric_type),
    series: toSeries(points, groupBy),
  };
}

/** Points of one group follow each other. */
function toSeries(
  points: readonly AggregatedPoint[],
  groupBy: readonly Label[],
): MessageInitShape<typeof MetricSeriesSchema>[] {
  const series: {
    labels: readonly string[];
    points: { timestamp: { seconds: bigint; nanos: number }; value: number }[];
  }[] = [];
  for (const { labels, bucket, value } of points) {
    let current = series.at(-1);
    if (!current?.labels.every((label, index) => label === labels[index])) {
      current = { labels, points: [] };
      series.push(current);
    }
    current.points.push({ timestamp: toTimestamp(bucket), value });
  }
  return series.map(({ labels, points: ofGroup }) => ({
    labels: Object.fromEntries(groupBy.map((label, index) => [label, labels[index] ?? ''])),
    points: ofGroup,
  }));
}
