import {
  int64,
  nanoTimestamp,
  oneOf,
  select,
  selectFrom,
  sql,
  stringParam,
  typed,
  uint32,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { METRIC_POINTS, METRIC_SERIES } from '@svc/tables';
import { mayBeSeenSince } from '../../../telemetry/index.js';

export interface MetricsSelection {
  readonly scope: Scope;
  readonly range: TimeRange;
  /** The end of the normal side, and the start of the abnormal one. */
  readonly normalEnd: bigint;
  readonly split: bigint;
  readonly environments: readonly string[];
  readonly services: readonly string[];
  /** Whole seconds. */
  readonly bucketSeconds: number;
  readonly limit: number;
}

/** The most stored series that are looked at: of more of them those whose hash is smallest, so that each run compares the same ones. */
const MAX_STORED_SERIES = 20_000;
/** Fewest normal points of a series. */
const MIN_NORMAL = 5;
/** Metrics of requests, which other checks read. */
const OF_REQUESTS = '^(traces|http|rpc)[._]';

/** Gauges and sums that may have points. A sum that sends the changes of a level is left out: its level needs all of its points. */
function selectKnownSeries({ scope, range, environments, services }: MetricsSelection): Sql {
  return select({
    columns: sql`metric_name AS of_metric, series_hash AS of_series, toString(any(service_name)) AS of_service, toString(any(unit)) AS of_unit,
  any(is_monotonic) AND any(type) = 2 AS is_counter, any(temporality) = 2 AS is_cumulative, CAST(any(attributes), 'Map(String, String)') AS own`,
    from: METRIC_SERIES,
    scope,
    where: [
      mayBeSeenSince(range.from),
      sql`(type = 1 OR type = 2 AND (is_monotonic OR temporality = 2))`,
      sql`NOT match(metric_name, ${stringParam(OF_REQUESTS)})`,
      oneOf(sql`service_name`, services),
      oneOf(sql`environment`, environments),
    ],
    groupBy: sql`metric_name, series_hash`,
    orderBy: sql`series_hash, metric_name`,
    limit: MAX_STORED_SERIES,
  });
}

/** The points of each stored series by bucket, with the increase of its total since the bucket before. */
function selectBuckets(selection: MetricsSelection): Sql {
  const { scope, range, bucketSeconds } = selection;
  const width = uint32(bucketSeconds);
  const buckets = select({
    columns: sql`metric_name, series_hash, intDiv(toUnixTimestamp(timestamp), ${width}) * ${width} AS bucket,
  avg(value) AS mean, sum(value) AS added, argMax(value, timestamp) AS total`,
    from: METRIC_POINTS,
    scope,
    during: range,
    where: [
      sql`isFinite(value)`,
      sql`(metric_name, series_hash) IN (SELECT of_metric, of_series FROM (${selectKnownSeries(selection)}))`,
    ],
    groupBy: sql`metric_name, series_hash, bucket`,
  });
  return sql`SELECT *, lagInFrame(toNullable(total)) OVER (PARTITION BY metric_name, series_hash ORDER BY bucket ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM (${buckets})`;
}

/** Figures of each metric, service and set of attributes: levels and increases, and the number of series without their attributes. */
function selectFigures(selection: MetricsSelection): Sql {
  // A total that has become smaller began again at zero.
  const amount = sql`multiIf(NOT is_counter, toNullable(mean), NOT is_cumulative, added, total < previous, total, total - previous)`;
  const parts = sql`arrayJoin([(if(is_counter, 'increase', 'level'), own), ('series', CAST(map(), 'Map(String, String)'))])`;
  const amounts = selectFrom(selectBuckets(selection), {
    columns: sql`metric_name, of_service, of_unit, bucket, ${amount} AS amount, ${parts} AS part`,
    join: sql`AS points INNER JOIN (${selectKnownSeries(selection)}) AS series ON metric_name = of_metric AND series_hash = of_series`,
  });
  return selectFrom(amounts, {
    columns: sql`metric_name, of_service, of_unit, part, bucket,
  multiIf(part.1 = 'level', avg(amount), part.1 = 'increase', sum(amount), toNullable(toFloat64(count()))) AS figure_value`,
    groupBy: sql`metric_name, of_service, of_unit, part, bucket`,
    having: [sql`isNotNull(figure_value)`],
  });
}

export type MetricSeriesRow = RowsOf<typeof selectMetricChanges>;

/**
 * The series whose abnormal values are farthest from the normal median, in units of their normal spread; before them those that never rise
 * and have reached zero.
 */
export function selectMetricChanges(selection: MetricsSelection) {
  const seconds = (time: bigint): Sql => sql`toInt64(toUnixTimestamp(toDateTime(${nanoTimestamp(time)})))`;
  const points = selectFrom(selectFigures(selection), {
    columns: sql`metric_name, of_service, of_unit, part, arraySort(groupArray((toInt64(bucket), assumeNotNull(figure_value)))) AS buckets`,
    groupBy: sql`metric_name, of_service, of_unit, part`,
  });
  const sides = selectFrom(points, {
    columns: sql`*, arrayMap(p -> p.2, buckets) AS all_values,
  arrayMap(p -> p.2, arrayFilter(p -> p.1 < ${seconds(selection.normalEnd)}, buckets)) AS normal,
  arrayMap(p -> p.2, arrayFilter(p -> p.1 >= ${seconds(selection.split)}, buckets)) AS abnormal`,
  });
  const quartiles = selectFrom(sides, {
    columns: sql`*, arrayReduce('quantilesExactInclusive(0.25, 0.5, 0.75)', normal) AS before,
  arrayReduce('quantilesExactInclusive(0.25, 0.75)', abnormal) AS during`,
    where: [sql`length(normal) >= ${int64(BigInt(MIN_NORMAL))}`, sql`notEmpty(abnormal)`],
  });
  const isUsedUp = sql`part.1 = 'level' AND all_values[1] > 0 AND all_values[-1] <= 0 AND arrayReverseSort(all_values) = all_values`;
  const spread = sql`greatest(before[3] - before[1], (arrayMax(normal) - arrayMin(normal)) / 4, abs(before[2]) / 100, 1e-9)`;
  return selectFrom(quartiles, {
    columns: {
      metric: typed('String', sql`toString(metric_name)`),
      service: typed('String', sql`of_service`),
      unit: typed('String', sql`of_unit`),
      figure: typed('String', sql`part.1`),
      attributes: typed('Map(String, String)', sql`part.2`),
      // Starts in seconds, and values.
      points: typed('Array(Tuple(Int64, Float64))', sql`buckets`),
      // Of all series, whether they are among the first or not.
      compared: typed('UInt64', sql`count() OVER ()`),
    },
    orderBy: sql`${isUsedUp} DESC, greatest(during[2] - before[2], before[2] - during[1]) / ${spread} DESC, metric, service, figure, toString(attributes)`,
    limit: selection.limit,
  });
}
