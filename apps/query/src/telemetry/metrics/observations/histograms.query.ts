import { METRIC_HISTOGRAMS } from '@svc/columnar';
import { sql, type Sql } from '@svc/reading/statement';
import { IS_FRESH, isUnknown, selectStream, type BucketRow, type MetricSelection } from './stream.query.js';

/** Observations of one bucket of time, as far as they came with the same bounds. */
export interface HistogramRow extends BucketRow, ObservationRow {
  readonly explicit_bounds: number[];
  /** One more than bounds, or none when the sender gave no buckets. */
  readonly counts: string[];
}

export interface ObservationRow {
  readonly observations: string;
  readonly total: number | null;
  /** Least and greatest value any point recorded; null when none did. */
  readonly least: number | null;
  readonly greatest: number | null;
  /** 1 when they are those of exactly these observations. */
  readonly is_exact: 0 | 1;
}

/** Sums, extremes and number of the observations; `fresh`, `least` and `greatest` come from the points. */
export const OBSERVATIONS = sql`sum(amount) AS observations, sum(amount_total) AS total,
  minOrNullIf(least_of_point, isFinite(least_of_point)) AS least,
  maxOrNullIf(greatest_of_point, isFinite(greatest_of_point)) AS greatest,
  toUInt8(countIf(amount > 0 AND NOT (fresh AND isFinite(least_of_point) AND isFinite(greatest_of_point))) = 0) AS is_exact`;

export function selectHistograms(selection: MetricSelection): Sql {
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
  return sql`SELECT bucket, labels, explicit_bounds, sumForEach(amount_counts) AS counts, ${OBSERVATIONS}
FROM (${points} AND NOT ${isUnknown(selection)})
GROUP BY bucket, labels, explicit_bounds
ORDER BY labels, bucket`;
}
