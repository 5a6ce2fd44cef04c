import type { MessageInitShape } from '@bufbuild/protobuf';
import type { MetricPointSchema, MetricSchema, MetricSeriesSchema, MetricsQueryResponseSchema } from '@svc/contract';
import { toTimestamp } from '@svc/reading/time';
import { mapYielding } from '@svc/service';
import { toMetricType, TEMPORALITIES } from './metric-types.js';
import type { AggregatedPoint } from './metrics.repository.js';
import type { AggregatedMetric, ListedMetric } from './metrics.service.js';

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
  const { metric, aggregation, across, interval, range, groupBy, points } = answer;
  return {
    metricName: metric.name,
    agg: aggregation,
    across: across ?? '',
    interval,
    unit: metric.metric_unit,
    type: toMetricType(metric.metric_type),
    series: await toSeries(points, groupBy),
    startTime: toTimestamp(range.from),
    endTime: toTimestamp(range.to),
  };
}

interface Group {
  readonly labels: readonly string[];
  readonly points: MessageInitShape<typeof MetricPointSchema>[];
}

/** Points of one group must be adjacent. */
async function toSeries(
  points: readonly AggregatedPoint[],
  groupBy: readonly string[],
): Promise<MessageInitShape<typeof MetricSeriesSchema>[]> {
  const groups: Group[] = [];
  await mapYielding(points, ({ labels, bucket, value }) => {
    let group = groups.at(-1);
    if (!group?.labels.every((label, index) => label === labels[index])) {
      group = { labels, points: [] };
      groups.push(group);
    }
    group.points.push({ timestamp: toTimestamp(bucket), value });
  });
  return groups.map(({ labels, points: ofGroup }) => ({
    labels: Object.fromEntries(groupBy.map((label, index) => [label, labels[index] ?? ''])),
    points: ofGroup,
  }));
}
