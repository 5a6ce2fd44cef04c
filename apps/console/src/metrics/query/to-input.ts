import type { Input } from '../../api/call.js';
import type { ScopeQuery } from '../../scope/scope.js';
import { pickInterval, type Interval } from '../../time/intervals.js';
import { AUTO, type Aggregation, type MetricsState } from '../fields.js';
import { usualAggregation, type Kind } from './aggregations.js';

/** A metric's query with the choices of the page made. */
export interface MetricQuery {
  readonly agg: Aggregation;
  readonly interval: Interval;
}

/** The aggregation and the interval that the address asks for, or those that suit the metric and the range. */
export function resolveQuery(
  { agg, interval }: Pick<MetricsState, 'agg' | 'interval'>,
  kind: Kind | undefined,
  range: { readonly startMs: number; readonly endMs: number },
): MetricQuery {
  return {
    agg: agg !== AUTO ? agg : kind === undefined ? 'avg' : usualAggregation(kind),
    interval: interval === AUTO ? pickInterval(range.startMs, range.endMs) : interval,
  };
}

export function toMetricInput(
  name: string,
  scope: ScopeQuery,
  { by, q, across }: Pick<MetricsState, 'by' | 'q' | 'across'>,
  { agg, interval }: MetricQuery,
): Input<'GET /metrics/{metric_name}/query'> {
  return {
    path: { metric_name: name },
    query: {
      ...scope,
      agg,
      interval,
      ...(by.length > 0 && { group_by: by }),
      ...(q !== '' && { q }),
      ...(across !== 'none' && { across }),
    },
  };
}
