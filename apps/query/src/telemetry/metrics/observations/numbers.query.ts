import { METRIC_POINTS } from '@svc/tables';
import { selectFrom, sql, typed, type RowsOf, type Sql } from '@svc/reading/statement';
import type { Aggregation } from '../metric-types.js';
import { IS_FRESH, isUnknown, selectStream, type MetricSelection } from './stream.query.js';

export type NumberRow = RowsOf<typeof selectNumbers>;

/** Gauges and sums. Points that are not finite are ignored. */
export function selectNumbers(selection: MetricSelection, aggregation: Aggregation) {
  const points = selectStream(selection, {
    from: METRIC_POINTS,
    columns: sql`value`,
    where: sql`isFinite(value)`,
    ...(selection.type === 'gauge' ? GAUGE : increases(selection)),
  });
  return selectFrom(points, {
    columns: {
      bucket: typed('Int64', sql`bucket`),
      labels: typed('Array(String)', sql`labels`),
      // Null if no point of the bucket has a known amount, as for a counter whose past is unknown.
      result: typed('Nullable(Float64)', sql`toFloat64(${RESULTS[aggregation]})`),
    },
    groupBy: sql`bucket, labels`,
    orderBy: sql`labels, bucket`,
  });
}

const GAUGE = { amounts: sql`value AS amount` };

function increases(selection: MetricSelection): { remembered: Sql; amounts: Sql } {
  const amount = sql`multiIf(${isUnknown(selection)}, NULL, ${IS_FRESH} OR value < previous, value, value - previous)`;
  return { remembered: sql`value`, amounts: sql`${amount} AS amount` };
}

const RESULTS: Record<Aggregation, Sql> = {
  avg: sql`avg(amount)`,
  sum: sql`sum(amount)`,
  min: sql`min(amount)`,
  max: sql`max(amount)`,
  count: sql`count()`,
  p50: sql`quantileExactInclusive(0.5)(amount)`,
  p95: sql`quantileExactInclusive(0.95)(amount)`,
  p99: sql`quantileExactInclusive(0.99)(amount)`,
};
