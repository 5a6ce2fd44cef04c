import type { MessageInitShape } from '@bufbuild/protobuf';
import type { MetricsForecastResponseSchema } from '@svc/contract';
import { NANOSECONDS_PER_DAY, toTimestamp } from '@svc/reading/time';
import { toMetricType } from '../fields/metric-types.js';
import { MIN_VALUES } from './forecast.js';
import type { MetricForecast } from './metric-forecast.service.js';

export function toForecastResponse(made: MetricForecast): MessageInitShape<typeof MetricsForecastResponseSchema> {
  const { metric, range, width, buckets, forecast } = made;
  const hasNone = forecast.method === 'none';
  return {
    metricName: metric.name,
    agg: made.aggregation,
    interval: made.interval,
    horizon: made.horizon,
    unit: metric.metric_unit,
    type: toMetricType(metric.metric_type),
    method: forecast.method,
    ...(hasNone && {
      reason: `${buckets} buckets of the history have data; a forecast needs at least ${MIN_VALUES}.`,
    }),
    seasons: forecast.seasons.map((season) => `${(BigInt(season) * width) / NANOSECONDS_PER_DAY}d`),
    history: { startTime: toTimestamp(range.from), endTime: toTimestamp(range.to), buckets },
    points: forecast.steps.map(({ value, lower80, upper80, lower95, upper95 }, index) => ({
      timestamp: toTimestamp(range.to + BigInt(index) * width),
      value,
      lower80,
      upper80,
      lower95,
      upper95,
    })),
  };
}
