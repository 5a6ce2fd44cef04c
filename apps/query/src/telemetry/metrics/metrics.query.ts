import { METRIC_LIMITED_POINTS, METRIC_SEEN, METRIC_SERIES } from '@svc/columnar';
import { nanoTimestamp, select, sql, stringParam, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

export interface MetricRow {
  readonly name: string;
  readonly metric_type: number;
  readonly metric_unit: string;
  readonly metric_description: string;
  readonly monotonic: boolean;
  readonly metric_temporality: number;
  readonly series: string;
}

// Senders may disagree about a metric; the one heard last is right.
const COLUMNS = sql`metric_name AS name, argMax(type, last_seen) AS metric_type, argMax(unit, last_seen) AS metric_unit,
  argMax(description, last_seen) AS metric_description, argMax(is_monotonic, last_seen) AS monotonic,
  argMax(temporality, last_seen) AS metric_temporality, uniqExact(series_hash) AS series`;

/** Metrics with a point since a day, by name. */
export function selectMetrics(scope: Scope, since: bigint, limit: number): Sql {
  return select({
    columns: COLUMNS,
    from: METRIC_SERIES,
    scope,
    where: [sql`last_seen >= toDateTime(${nanoTimestamp(since)})`],
    groupBy: sql`metric_name`,
    orderBy: sql`metric_name`,
    limit,
  });
}

export interface LastPointRow {
  readonly name: string;
  readonly latest: string;
}

/** The latest point of each metric, in nanoseconds. */
export function selectLastPoints(scope: Scope, limit: number): Sql {
  return select({
    columns: sql`metric_name AS name, toUnixTimestamp64Nano(max(last_point)) AS latest`,
    from: METRIC_SEEN,
    scope,
    groupBy: sql`metric_name`,
    // The latest, so that those that are listed are among them.
    orderBy: sql`latest DESC, name`,
    limit,
  });
}

export interface LimitedPointsRow {
  readonly name: string;
  readonly points: string;
  /** On the last day of the range. */
  readonly today: string;
}

/** Points that were not stored because their metric had too many new series. */
export function selectLimitedPoints(scope: Scope, range: TimeRange): Sql {
  return select({
    columns: sql`metric_name AS name, sum(metric_limited_points.points) AS points,
  sumIf(metric_limited_points.points, day = toDate(${nanoTimestamp(range.to)})) AS today`,
    from: METRIC_LIMITED_POINTS,
    scope,
    during: range,
    groupBy: sql`metric_name`,
  });
}

/** One metric, or no row. */
export function selectMetric(scope: Scope, name: string): Sql {
  return select({
    columns: COLUMNS,
    from: METRIC_SERIES,
    scope,
    where: [sql`metric_name = ${stringParam(name)}`],
    groupBy: sql`metric_name`,
  });
}
