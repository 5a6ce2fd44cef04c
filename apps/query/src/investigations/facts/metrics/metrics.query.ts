import { EXPLODED, MIN_EXPLODED } from '@svc/investigations';
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
import { NANOSECONDS_PER_SECOND, type TimeRange } from '@svc/reading/time';
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
const MAX_STORED_SERIES = 5_000;
/** Fewest normal points of a series. */
const MIN_NORMAL_POINTS = int64(5n);
/** Metrics of requests, which other checks read. */
const OF_REQUESTS = '^(traces|http|rpc)[._]';

/** Series with points in a time. */
function selectMeasured(scope: Scope, range: TimeRange): Sql {
  const key = sql`metric_name, series_hash`;
  return select({ columns: key, from: METRIC_POINTS, scope, during: range, groupBy: key });
}

/** Gauges and sums that may have points. A sum that sends the changes of a level is left out: its level needs all of its points. */
function selectKnownSeries({ scope, range, environments, services }: MetricsSelection): Sql {
  return select({
    columns: sql`metric_name AS of_metric, series_hash AS of_series, toString(any(service_name)) AS of_service, toString(argMax(unit, last_seen)) AS of_unit,
  argMax(is_monotonic, last_seen) AND argMax(type, last_seen) = 2 AS is_counter, argMax(temporality, last_seen) = 2 AS is_cumulative, CAST(any(attributes), 'Map(String, String)') AS own`,
    from: METRIC_SERIES,
    scope,
    where: [
      mayBeSeenSince(range.from),
      sql`(type = 1 OR type = 2 AND (is_monotonic OR temporality = 2))`,
      sql`NOT match(metric_name, ${stringParam(OF_REQUESTS)})`,
      oneOf(sql`service_name`, services),
      oneOf(sql`environment`, environments),
      // Those that came later must not take the places of others, so that a reading has the same result when it is repeated.
      sql`(metric_name, series_hash) IN (${selectMeasured(scope, range)})`,
    ],
    groupBy: sql`metric_name, series_hash`,
    orderBy: sql`series_hash, metric_name`,
    limit: MAX_STORED_SERIES,
  });
}

/**
 * The points of each stored series as arrays with an element for each bucket: their sum, their number and the last value. Arrays, because
 * thousands of series in hundreds of buckets do not fit into memory as rows with names and attributes.
 */
function selectBuckets(selection: MetricsSelection): Sql {
  const { scope, range } = selection;
  const { first, width, count } = bucketsOf(selection);
  const place = sql`toInt64(intDiv(toUnixTimestamp(timestamp) - ${first}, ${width}))`;
  const inBuckets = sql`Resample(0, ${count}, 1)`;
  return select({
    columns: sql`metric_name, series_hash, sum${inBuckets}(value, ${place}) AS added, count${inBuckets}(value, ${place}) AS sizes, argMax${inBuckets}(value, timestamp, ${place}) AS totals`,
    from: METRIC_POINTS,
    scope,
    during: range,
    where: [
      sql`isFinite(value)`,
      sql`(metric_name, series_hash) IN (SELECT of_metric, of_series FROM (${selectKnownSeries(selection)}))`,
    ],
    groupBy: sql`metric_name, series_hash`,
  });
}

/** Figures of each metric, service and set of attributes: levels and increases, and the number of series without their attributes. */
function selectFigures(selection: MetricsSelection): Sql {
  const { first, width } = bucketsOf(selection);
  // The last known total; one that has become smaller began again at zero.
  const series = selectFrom(selectBuckets(selection), {
    columns: sql`metric_name, of_service, of_unit, own, is_counter,
  arrayMap(size -> size > 0, sizes) AS has_points,
  arrayMap((size, seen) -> size > 0 AND seen > size, sizes, arrayCumSum(sizes)) AS has_increase,
  arrayFill((total, size) -> size > 0, totals, sizes) AS known,
  multiIf(NOT is_counter, arrayMap((value, size) -> if(size > 0, value / size, 0), added, sizes), NOT is_cumulative, added,
    arrayMap((total, before, is_known) -> multiIf(NOT is_known, 0, total < before, total, total - before),
      known, arrayPushFront(arrayPopBack(known), 0.), has_increase)) AS amounts,
  if(is_counter AND is_cumulative, has_increase, has_points) AS is_present`,
    join: sql`AS points INNER JOIN (${selectKnownSeries(selection)}) AS series ON metric_name = of_metric AND series_hash = of_series`,
  });
  const parts = selectFrom(series, {
    columns: sql`metric_name, of_service, of_unit, arrayJoin([(if(is_counter, 'increase', 'level'), own, amounts, is_present),
  ('series', CAST(map(), 'Map(String, String)'), arrayMap(has -> toFloat64(has), has_points), has_points)]) AS part`,
  });
  const sums = selectFrom(parts, {
    columns: sql`metric_name, of_service, of_unit, part.1 AS figure_name, part.2 AS labels, sumForEach(part.3) AS sums, sumForEach(part.4) AS counts`,
    groupBy: sql`metric_name, of_service, of_unit, figure_name, labels`,
  });
  return selectFrom(sums, {
    columns: sql`metric_name, of_service, of_unit, figure_name, labels, arrayMap(b -> (b.1, b.2), arrayFilter(b -> b.3 > 0,
  arrayMap((place, value, size) -> (${first} + (toInt64(place) - 1) * ${width}, if(figure_name = 'level', value / size, value), size),
    arrayEnumerate(sums), sums, counts))) AS buckets`,
  });
}

/** Start of the first bucket and width of each in seconds, and their number. */
function bucketsOf({ range, bucketSeconds }: MetricsSelection) {
  const seconds = (range.to - range.from) / NANOSECONDS_PER_SECOND;
  return {
    first: int64(range.from / NANOSECONDS_PER_SECOND),
    width: int64(BigInt(bucketSeconds)),
    count: uint32(Math.ceil(Number(seconds) / bucketSeconds)),
  };
}

export type MetricSeriesRow = RowsOf<typeof selectMetricChanges>;

/**
 * The series whose abnormal values are farthest from the normal median, in units of their normal spread; before them those that never rise
 * and have reached zero, and then metrics that have many times their series.
 */
export function selectMetricChanges(selection: MetricsSelection) {
  const seconds = (time: bigint): Sql => sql`toInt64(toUnixTimestamp(toDateTime(${nanoTimestamp(time)})))`;
  const sides = selectFrom(selectFigures(selection), {
    columns: sql`*, arrayMap(p -> p.2, buckets) AS all_values,
  arrayMap(p -> p.2, arrayFilter(p -> p.1 < ${seconds(selection.normalEnd)}, buckets)) AS normal,
  arrayMap(p -> p.2, arrayFilter(p -> p.1 >= ${seconds(selection.split)}, buckets)) AS abnormal`,
  });
  // A number of series is compared with what it was before it exploded, wherever the sides are divided.
  const hasNumber = sql`figure_name = 'series' AND length(all_values) > ${MIN_NORMAL_POINTS}`;
  const quartiles = selectFrom(sides, {
    columns: sql`*, arrayReduce('quantilesExactInclusive(0.25, 0.5, 0.75)', normal) AS before,
  arrayReduce('quantilesExactInclusive(0.25, 0.75)', abnormal) AS during`,
    where: [sql`(length(normal) >= ${MIN_NORMAL_POINTS} AND notEmpty(abnormal) OR ${hasNumber})`],
  });
  const isUsedUp = sql`figure_name = 'level' AND all_values[1] > 0 AND all_values[-1] <= 0 AND arrayReverseSort(all_values) = all_values`;
  // The fifth smallest number is what a metric usually has.
  const usual = sql`arraySort(all_values)[${MIN_NORMAL_POINTS}]`;
  const hasExploded = sql`figure_name = 'series' AND arrayMax(all_values) >= ${uint32(MIN_EXPLODED)} AND arrayMax(all_values) >= ${uint32(EXPLODED)} * ${usual}`;
  const spread = sql`greatest(before[3] - before[1], (arrayMax(normal) - arrayMin(normal)) / 4, abs(before[2]) / 100, 1e-9)`;
  return selectFrom(quartiles, {
    columns: {
      metric: typed('String', sql`toString(metric_name)`),
      service: typed('String', sql`of_service`),
      unit: typed('String', sql`of_unit`),
      figure: typed('String', sql`figure_name`),
      attributes: typed('Map(String, String)', sql`labels`),
      // Starts in seconds, and values.
      points: typed('Array(Tuple(Int64, Float64))', sql`buckets`),
      // The number of all series, also of those beyond the limit.
      compared: typed('UInt64', sql`count() OVER ()`),
    },
    orderBy: sql`${isUsedUp} DESC, ${hasExploded} DESC, greatest(during[2] - before[2], before[2] - during[1]) / ${spread} DESC, metric, service, figure, toString(attributes)`,
    limit: selection.limit,
  });
}
