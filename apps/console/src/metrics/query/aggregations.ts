import type { Metric } from '../../gen/api.js';
import { AGGREGATIONS, type Aggregation } from '../fields.js';

/** The properties of a metric that decide what its aggregations mean. */
export type Kind = Pick<Metric, 'type' | 'is_monotonic'>;

const NAMES: Readonly<Record<Aggregation, string>> = {
  avg: 'Average',
  min: 'Minimum',
  max: 'Maximum',
  sum: 'Sum',
  p50: 'Median (p50)',
  p95: 'p95',
  p99: 'p99',
  count: 'Count',
  rate: 'Rate per second',
  increase: 'Increase',
};

export function nameAggregation(agg: Aggregation): string {
  return NAMES[agg];
}

/** The aggregations that a metric has: gauges cannot be added up, so they have no rate. */
export function aggregationsOf({ type }: Kind): readonly Aggregation[] {
  return type === 'gauge' ? AGGREGATIONS.filter((agg) => agg !== 'rate' && agg !== 'increase') : AGGREGATIONS;
}

/** The aggregation that says most about a metric of a kind that nothing else is asked about. */
export function usualAggregation({ type, is_monotonic: isMonotonic }: Kind): Aggregation {
  if (type === 'sum') return isMonotonic ? 'rate' : 'avg';
  return type === 'gauge' ? 'avg' : 'p95';
}

/** Explains what an aggregation of a metric means; undefined where its name says it. */
export function explainAggregation(agg: Aggregation, { type, is_monotonic: isMonotonic }: Kind): string | undefined {
  const isCounter = type === 'sum' && isMonotonic;
  if (type === 'gauge')
    return agg === 'sum'
      ? 'The sum of all points of a gauge depends on how often they are sent. The sum over instances is the average, summed over series.'
      : undefined;
  if (agg === 'rate') return isCounter || type === 'sum' ? 'The change per second.' : 'Observations per second.';
  if (isCounter) {
    return agg === 'sum' || agg === 'increase'
      ? 'The total increase in each interval.'
      : 'Of the increases from one point of the counter to the next.';
  }
  if (type === 'sum')
    return agg === 'sum' || agg === 'increase' ? 'The total change in each interval.' : 'Of the level of the counter.';
  if (agg === 'count' || agg === 'increase') return 'The number of observations.';
  if (agg !== 'p50' && agg !== 'p95' && agg !== 'p99') return 'Of the observations.';
  return type === 'summary'
    ? 'The mean of the quantiles that were sent.'
    : 'A quantile is interpolated within its bucket of the histogram.';
}
