/** As numbered by `metric_series.type`. */
export const METRIC_TYPES = ['', 'gauge', 'sum', 'histogram', 'exponential_histogram', 'summary'] as const;
export type MetricType = Exclude<(typeof METRIC_TYPES)[number], ''>;

/** OTLP's AggregationTemporality. */
export const TEMPORALITIES = ['unspecified', 'delta', 'cumulative'] as const;

export function toMetricType(code: number): MetricType {
  return METRIC_TYPES[code] || 'gauge';
}

export const AGGREGATIONS = ['avg', 'sum', 'min', 'max', 'count', 'p50', 'p95', 'p99', 'increase', 'rate'] as const;
/**
 * The aggregation of one bucket of a group. The comment of `agg` in the contract is the documentation for users:
 *
 * |          | gauge               | non-monotonic sum   | monotonic sum           | histograms                | summary                  |
 * |----------|---------------------|---------------------|-------------------------|---------------------------|--------------------------|
 * | avg      | mean of the points  | mean of the levels  | mean increase per point | mean of the observations  | mean of the observations |
 * | sum      | sum of the points   | total change        | total increase          | sum of the observations   | sum of the observations  |
 * | min      | least point         | least level         | least increase          | least observation *       | least quantile 0         |
 * | max      | greatest point      | greatest level      | greatest increase       | greatest observation *    | greatest quantile 1      |
 * | count    | number of points    | number of points    | number of points        | number of observations    | number of observations   |
 * | pNN      | exact, interpolated | of the levels       | of the increases        | interpolated in a bucket  | mean of that quantile    |
 * | increase | refused             | total change        | total increase          | number of observations    | number of observations   |
 * | rate     | refused             | change per second   | increase per second     | observations per second   | observations per second  |
 *
 * Cumulative streams are read as changes from one point of a series to the next. A point that restarts its stream (a
 * smaller value of a monotonic one, or another start that is not before the previous point) counts whole. The first known point counts
 * only if its stream started within the look-back. A point whose start is its own time only marks where counting began. The level of
 * a delta stream is the sum of all its stored points.
 *
 * * As recorded; or the edge of the outermost bucket with observations, where points do not record the extremes of their own interval.
 */
export type Aggregation = (typeof AGGREGATIONS)[number];

/**
 * A figure that rules and detectors measure: an aggregation, the 90th percentile, or the latest point of a gauge or a
 * sum.
 */
export type MetricFigure = Aggregation | 'p90' | 'last';

export const QUANTILES: Partial<Record<MetricFigure, number>> = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 };

/** Labels from the resource that are columns of `metric_series`. Any other label is an attribute of the series or of its resource. */
export const RESOURCE_LABELS = ['service_name', 'environment', 'instance', 'job'] as const;
export type ResourceLabel = (typeof RESOURCE_LABELS)[number];

/** Aggregations of the values of several series in one bucket. */
export const ACROSS = ['sum', 'avg', 'min', 'max', 'count', 'p50', 'p95', 'p99'] as const;
export type Across = (typeof ACROSS)[number];
