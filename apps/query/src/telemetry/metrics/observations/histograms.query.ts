import { finiteNumbers, selectFrom, sql, typed, type RowOf, type RowsOf, type Sql } from '@svc/reading/statement';
import { METRIC_HISTOGRAMS } from '@svc/tables';
import type { MetricSelection } from './metric-selection.js';
import { IS_FRESH, isUnknown, selectStream } from './stream.query.js';

/** Observations of one bucket of time that have the same bounds. */
export type HistogramRow = RowsOf<typeof selectHistograms>;

/** Sums, extremes and number of the observations; the extremes come from the points. */
export const OBSERVATIONS = {
  observations: typed('Int64', sql`sum(amount)`),
  total: typed('Float64', sql`sum(amount_total)`),
  // The least and the greatest value that the points recorded; null if some did not.
  least: typed('Nullable(Float64)', recorded(sql`min`, sql`least_of_point`)),
  greatest: typed('Nullable(Float64)', recorded(sql`max`, sql`greatest_of_point`)),
};
export type ObservationRow = RowOf<typeof OBSERVATIONS>;

export function selectHistograms(selection: MetricSelection) {
  const points = selectStream(selection, {
    from: METRIC_HISTOGRAMS,
    columns: sql`count, sum, min, max, explicit_bounds, bucket_counts`,
    remembered: sql`count, sum, explicit_bounds, bucket_counts`,
    amounts: sql`explicit_bounds, min AS least_of_point, max AS greatest_of_point,
  (${IS_FRESH} OR count < previous.1 OR explicit_bounds != previous.3 OR length(bucket_counts) != length(previous.4)) AS fresh,
  if(fresh, toInt64(count), toInt64(count) - toInt64(previous.1)) AS amount,
  if(fresh, sum, sum - previous.2) AS amount_total,
  arrayMap((now, before) -> toInt64(now) - if(fresh, 0, toInt64(before)), bucket_counts,
    arrayResize(previous.4, length(bucket_counts))) AS amount_counts`,
  });
  return selectFrom(sql`${points} AND NOT ${isUnknown(selection)}`, {
    columns: {
      bucket: typed('Int64', sql`bucket`),
      labels: typed('Array(String)', sql`labels`),
      explicit_bounds: finiteNumbers(sql`explicit_bounds`),
      // One more than bounds, or none if the sender gave no buckets.
      counts: typed('Array(Int64)', sql`sumForEach(amount_counts)`),
      ...OBSERVATIONS,
    },
    groupBy: sql`bucket, labels, explicit_bounds`,
    orderBy: sql`labels, bucket`,
  });
}

function recorded(extreme: Sql, value: Sql): Sql {
  return sql`if(countIf(amount > 0 AND NOT isFinite(${value})) = 0, ${extreme}OrNullIf(${value}, amount > 0), NULL)`;
}
