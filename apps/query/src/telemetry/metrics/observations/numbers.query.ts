import { METRIC_POINTS } from '@svc/columnar';
import { sql, type Sql } from '@svc/reading/statement';
import type { Aggregation } from '../metric-types.js';
import { IS_FRESH, isUnknown, selectStream, type BucketRow, type MetricSelection } from './stream.query.js';

export interface NumberRow extends BucketRow {
  /** Null where no point of the bucket says anything, as when nothing is known of a counter's past. */
  readonly result: number | null;
}

/** Gauges and sums. Points that are not finite say nothing. */
export function selectNumbers(selection: MetricSelection, aggregation: Aggregation): Sql {
  const points = selectStream(selection, {
    from: METRIC_POINTS,
    columns: sql`value`,
    where: sql`isFinite(value)`,
    ...(selection.type === 'gauge' ? GAUGE : increases(selection)),
  });
  return sql`SELECT bucket, labels, toFloat64(${RESULTS[aggregation]}) AS result
FROM (${points})
GROUP BY bucket, labels
ORDER BY labels, bucket`;
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
