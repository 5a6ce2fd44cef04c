import {
  nanoTimestamp,
  nanoseconds,
  select,
  sql,
  stringParam,
  typed,
  type RowOf,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { METRIC_LIMITED_POINTS, METRIC_SEEN, METRIC_SERIES } from '@svc/tables';
import { TEMPORALITIES, toMetricType } from './fields/metric-types.js';

// Senders may disagree about a metric; the most recent one is used.
const COLUMNS = {
  name: typed('String', sql`metric_name`),
  metric_type: typed('UInt8', sql`argMax(type, last_seen)`),
  metric_unit: typed('String', sql`argMax(unit, last_seen)`),
  metric_description: typed('String', sql`argMax(description, last_seen)`),
  monotonic: typed('Bool', sql`argMax(is_monotonic, last_seen)`),
  metric_temporality: typed('UInt8', sql`argMax(temporality, last_seen)`),
  series: typed('UInt64', sql`uniqExact(series_hash)`),
};
export type MetricRow = RowOf<typeof COLUMNS>;

/** Whether only the changes of a level are sent: an up-down counter with delta temporality. */
export const isDeltaLevel = (metric: MetricRow): boolean =>
  toMetricType(metric.metric_type) === 'sum' &&
  !metric.monotonic &&
  metric.metric_temporality === TEMPORALITIES.indexOf('delta');

/** Metrics with a point since a day, by name. */
export function selectMetrics(scope: Scope, since: bigint, limit: number, name = ''): Sql<MetricRow> {
  const contains = name === '' ? undefined : sql`positionCaseInsensitiveUTF8(metric_name, ${stringParam(name)}) > 0`;
  return select({
    columns: COLUMNS,
    from: METRIC_SERIES,
    scope,
    where: [sql`last_seen >= toDateTime(${nanoTimestamp(since)})`, contains],
    groupBy: sql`metric_name`,
    orderBy: sql`metric_name`,
    limit,
  });
}

export type LastPointRow = RowsOf<typeof selectLastPoints>;

/** The latest point of each metric, in nanoseconds. */
export function selectLastPoints(scope: Scope, limit: number) {
  return select({
    columns: { name: typed('String', sql`metric_name`), latest: nanoseconds(sql`max(last_point)`) },
    from: METRIC_SEEN,
    scope,
    groupBy: sql`metric_name`,
    // The latest first, so that the listed metrics are among them.
    orderBy: sql`latest DESC, name`,
    limit,
  });
}

export type LimitedPointsRow = RowsOf<typeof selectLimitedPoints>;

/** Points that were not stored because their metric had too many new series. */
export function selectLimitedPoints(scope: Scope, range: TimeRange) {
  return select({
    columns: {
      name: typed('String', sql`metric_name`),
      points: typed('UInt64', sql`sum(metric_limited_points.points)`),
      // Points on the last day of the range.
      today: typed('UInt64', sql`sumIf(metric_limited_points.points, day = toDate(${nanoTimestamp(range.to)}))`),
    },
    from: METRIC_LIMITED_POINTS,
    scope,
    during: range,
    groupBy: sql`metric_name`,
  });
}

/** One metric, or no row. */
export function selectMetric(scope: Scope, name: string): Sql<MetricRow> {
  return select({
    columns: COLUMNS,
    from: METRIC_SERIES,
    scope,
    where: [sql`metric_name = ${stringParam(name)}`],
    groupBy: sql`metric_name`,
  });
}
