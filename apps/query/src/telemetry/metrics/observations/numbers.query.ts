import { selectFrom, sql, typed, type RowsOf, type Sql } from '@svc/reading/statement';
import { METRIC_POINTS } from '@svc/tables';
import type { MetricFigure } from '../fields/metric-types.js';
import type { MetricSelection } from './metric-selection.js';
import { bucketSeconds, IS_FRESH, isUnknown, selectStream, type Stream } from './stream.query.js';

export type NumberRow = RowsOf<typeof selectNumbers>;

/** Gauges and sums. Points that are not finite are ignored. */
export function selectNumbers(selection: MetricSelection, aggregation: MetricFigure) {
  const points = selectStream(selection, {
    from: METRIC_POINTS,
    columns: sql`value`,
    where: sql`isFinite(value)`,
    ...(selection.type === 'gauge' ? GAUGE : changes(selection)),
  });
  return selectFrom(points, {
    columns: {
      bucket: typed('Int64', sql`bucket`),
      labels: typed('Array(String)', sql`labels`),
      // Null if no point of the bucket has a known amount, as for a counter whose past is unknown.
      result: typed(
        'Nullable(Float64)',
        sql`toFloat64(${aggregation === 'rate' ? sql`sum(change) / ${bucketSeconds(selection)}` : RESULTS[aggregation]})`,
      ),
      points: typed('UInt64', sql`count()`),
    },
    groupBy: sql`bucket, labels`,
    orderBy: sql`labels, bucket`,
  });
}

const GAUGE = { amounts: sql`value AS amount, value AS change` };

/** A monotonic sum aggregates increases, another one levels; both use the changes for totals. */
function changes(selection: MetricSelection): Pick<Stream, 'remembered' | 'accumulated' | 'amounts'> {
  const isWhole = sql`${IS_FRESH} OR is_monotonic AND value < previous`;
  const level = selection.hasDeltaLevels ? sql`if(is_cumulative, value, level)` : sql`value`;
  return {
    remembered: sql`value`,
    accumulated: selection.hasDeltaLevels ? sql`value` : undefined,
    amounts: sql`multiIf(${isUnknown(selection)}, NULL, ${isWhole}, value, value - previous) AS change,
  if(is_monotonic, change, ${level}) AS amount`,
  };
}

const RESULTS: Record<Exclude<MetricFigure, 'rate'>, Sql> = {
  avg: sql`avg(amount)`,
  sum: sql`sum(change)`,
  increase: sql`sum(change)`,
  min: sql`min(amount)`,
  max: sql`max(amount)`,
  count: sql`count()`,
  last: sql`argMax(amount, timestamp)`,
  p50: sql`quantileExactInclusive(0.5)(amount)`,
  p90: sql`quantileExactInclusive(0.9)(amount)`,
  p95: sql`quantileExactInclusive(0.95)(amount)`,
  p99: sql`quantileExactInclusive(0.99)(amount)`,
};
