/** As numbered by `metric_series.type`. */
export const METRIC_TYPES = ['', 'gauge', 'sum', 'histogram', 'exponential_histogram', 'summary'] as const;
export type MetricType = Exclude<(typeof METRIC_TYPES)[number], ''>;

/** OTLP's AggregationTemporality. */
export const TEMPORALITIES = ['unspecified', 'delta', 'cumulative'] as const;

export function toMetricType(code: number): MetricType {
  return METRIC_TYPES[code] || 'gauge';
}

export const AGGREGATIONS = ['avg', 'sum', 'min', 'max', 'count', 'p50', 'p95', 'p99'] as const;
/**
 * What one bucket of a group consists of:
 *
 * |       | gauge, non-monotonic sum | monotonic sum           | histograms                | summary                  |
 * |-------|--------------------------|-------------------------|---------------------------|--------------------------|
 * | avg   | mean of the points       | mean increase per point | mean of the observations  | mean of the observations |
 * | sum   | sum of the points        | total increase          | sum of the observations   | sum of the observations  |
 * | min   | least point              | least increase          | least observation *       | least quantile 0         |
 * | max   | greatest point           | greatest increase       | greatest observation *    | greatest quantile 1      |
 * | count | number of points         | number of points        | number of observations    | number of observations   |
 * | pNN   | exact, interpolated      | of the increases        | interpolated in a bucket  | mean of that quantile    |
 *
 * Cumulative streams are read as increases from one point of a series to the next. A point that restarts its stream (a
 * smaller value, or another start that is not before the previous point) counts whole. The first known point counts only if
 * its stream started within the look-back. A point whose start is its own time only marks where counting began.
 *
 * * As recorded if points cover their own interval; else the edge of the outermost bucket with observations.
 */
export type Aggregation = (typeof AGGREGATIONS)[number];

export const QUANTILES: Partial<Record<Aggregation, number>> = { p50: 0.5, p95: 0.95, p99: 0.99 };

/** Labels that a query can be grouped by: columns of `metric_series`. */
export const LABELS = ['service_name', 'environment', 'instance', 'job'] as const;
export type Label = (typeof LABELS)[number];
