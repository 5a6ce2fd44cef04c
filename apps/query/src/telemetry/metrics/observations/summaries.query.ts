import { float64, selectFrom, sql, typed, type Sql } from '@svc/reading/statement';
import { METRIC_SUMMARIES } from '@svc/tables';
import { QUANTILES, type MetricFigure } from '../fields/metric-types.js';
import type { MetricSelection } from './metric-selection.js';
import { bucketSeconds, IS_FRESH, isUnknown, selectStream } from './stream.query.js';

/** Counts and sums of summaries grow; their quantiles cannot be merged, only averaged. */
export function selectSummaries(selection: MetricSelection, aggregation: MetricFigure) {
  const points = selectStream(selection, {
    from: METRIC_SUMMARIES,
    columns: sql`count, sum, quantiles, quantile_values`,
    remembered: sql`count, sum`,
    amounts: sql`quantiles, quantile_values, ${isUnknown(selection)} AS unknown, (${IS_FRESH} OR count < previous.1) AS fresh,
  multiIf(unknown, NULL, fresh, toInt64(count), toInt64(count) - toInt64(previous.1)) AS amount,
  multiIf(unknown, NULL, fresh, sum, sum - previous.2) AS amount_total`,
  });
  return selectFrom(points, {
    columns: {
      bucket: typed('Int64', sql`bucket`),
      labels: typed('Array(String)', sql`labels`),
      result: typed('Nullable(Float64)', sql`toFloat64(${aggregateExpression(aggregation, selection)})`),
      points: typed('UInt64', sql`count()`),
    },
    groupBy: sql`bucket, labels`,
    orderBy: sql`labels, bucket`,
  });
}

function aggregateExpression(aggregation: MetricFigure, selection: MetricSelection): Sql {
  switch (aggregation) {
    case 'avg':
      return sql`sum(amount_total) / sum(amount)`;
    case 'sum':
      return sql`sum(amount_total)`;
    case 'count':
    case 'increase':
      return sql`sum(amount)`;
    case 'rate':
      return sql`sum(amount) / ${bucketSeconds(selection)}`;
    case 'min':
      return sql`minOrNull(${reported(0)})`;
    case 'max':
      return sql`maxOrNull(${reported(1)})`;
    case 'p50':
    case 'p90':
    case 'p95':
    case 'p99':
      return sql`avg(${reported(QUANTILES[aggregation] ?? 0)})`;
    case 'last':
      // Summaries have no latest value.
      return sql`NULL`;
  }
}

/** The value that the sender reports for a quantile; null if it reports none. */
function reported(quantile: number): Sql {
  const index = sql`indexOf(quantiles, ${float64(quantile)})`;
  return sql`if(${index} > 0, quantile_values[${index}], NULL)`;
}
