import { float64, select, selectFrom, sql, stringParam, typed, type RowsOf, type Sql } from '@svc/reading/statement';
import { METRIC_EXPONENTIAL_HISTOGRAMS } from '@svc/tables';
import { OBSERVATIONS } from './histograms.query.js';
import type { MetricSelection } from './metric-selection.js';
import { IS_FRESH, isUnknown, LOOK_BACK, selectStream } from './stream.query.js';

/** Observations of one bucket of time, all in one scale. Buckets are pairs of indexes and counts. */
export type ExponentialHistogramRow = RowsOf<typeof selectExponentialHistograms>;

/** The coarsest scale among the points, to which all others can be converted without error; null if there are none. */
export function selectCoarsestScale({ scope, name, range }: MetricSelection) {
  return select({
    columns: { coarsest: typed('Nullable(Int32)', sql`minOrNull(scale)`) },
    from: METRIC_EXPONENTIAL_HISTOGRAMS,
    scope,
    during: { from: range.from - LOOK_BACK, to: range.to },
    where: [sql`metric_name = ${stringParam(name)}`],
  });
}

/**
 * A point and the previous one may differ in scale and offset. So each contributes its counts by index at the common
 * scale, the earlier one negative, and the sums over equal indexes are the increases.
 */
export function selectExponentialHistograms(selection: MetricSelection, scale: number) {
  const at = (offset: Sql, counts: Sql, ownScale: Sql): Sql =>
    sql`arrayMap(i -> toInt64(floor((${offset} + i - 1) / exp2(${ownScale} - ${float64(scale)}))), arrayEnumerate(${counts}))`;
  const before = (counts: Sql): Sql => sql`arrayMap(n -> if(fresh, 0, -toInt64(n)), ${counts})`;
  const now = (counts: Sql): Sql => sql`arrayMap(n -> toInt64(n), ${counts})`;
  const side = (offset: Sql, counts: Sql, earlierOffset: Sql, earlierCounts: Sql): { indexes: Sql; amounts: Sql } => ({
    indexes: sql`arrayConcat(${at(offset, counts, sql`scale`)}, ${at(earlierOffset, earlierCounts, sql`previous.3`)})`,
    amounts: sql`arrayConcat(${now(counts)}, ${before(earlierCounts)})`,
  });
  const positive = side(sql`positive_offset`, sql`positive_bucket_counts`, sql`previous.5`, sql`previous.6`);
  const negative = side(sql`negative_offset`, sql`negative_bucket_counts`, sql`previous.7`, sql`previous.8`);
  const columns = sql`count, sum, scale, zero_count, positive_offset, positive_bucket_counts, negative_offset, negative_bucket_counts`;
  const points = selectStream(selection, {
    from: METRIC_EXPONENTIAL_HISTOGRAMS,
    columns: sql`${columns}, min, max`,
    remembered: columns,
    amounts: sql`min AS least_of_point, max AS greatest_of_point, (${IS_FRESH} OR count < previous.1) AS fresh,
  if(fresh, toInt64(count), toInt64(count) - toInt64(previous.1)) AS amount,
  if(fresh, sum, sum - previous.2) AS amount_total,
  toInt64(zero_count) - if(fresh, 0, toInt64(previous.4)) AS amount_zeros,
  ${positive.indexes} AS positive_indexes, ${positive.amounts} AS positive_amounts,
  ${negative.indexes} AS negative_indexes, ${negative.amounts} AS negative_amounts`,
  });
  return selectFrom(sql`${points} AND NOT ${isUnknown(selection)}`, {
    columns: {
      bucket: typed('Int64', sql`bucket`),
      labels: typed('Array(String)', sql`labels`),
      zeros: typed('Int64', sql`sum(amount_zeros)`),
      positive: typed('Tuple(Array(Int64), Array(Int64))', sql`sumMap(positive_indexes, positive_amounts)`),
      negative: typed('Tuple(Array(Int64), Array(Int64))', sql`sumMap(negative_indexes, negative_amounts)`),
      ...OBSERVATIONS,
    },
    groupBy: sql`bucket, labels`,
    orderBy: sql`labels, bucket`,
  });
}
