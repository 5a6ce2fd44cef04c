import type { MessageInitShape } from '@bufbuild/protobuf';
import type { MetricsLabelsResponseSchema } from '@svc/contract';
import type { MetricLabels } from './metric-labels.query.js';

export function toLabelsResponse(found: MetricLabels): MessageInitShape<typeof MetricsLabelsResponseSchema> {
  return {
    metricName: found.metricName,
    seriesCount: found.seriesCount,
    labels: found.labels.map(({ source, name, amount, series, top }) => ({
      name,
      source,
      valueCount: BigInt(amount),
      seriesCount: BigInt(series),
      topValues: top.map(([carriers, value]) => ({ value, seriesCount: -BigInt(carriers) })),
    })),
  };
}
