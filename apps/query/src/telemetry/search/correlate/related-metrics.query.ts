import {
  Sql,
  anyOf,
  count,
  select,
  selectFrom,
  sql,
  stringParams,
  typed,
  uint64s,
  type RowsOf,
  type Scope,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import {
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_HISTOGRAMS,
  METRIC_POINTS,
  METRIC_SERIES,
  METRIC_SUMMARIES,
} from '@svc/tables';
import { mayBeSeenSince } from '../../metrics/metric-seen.query.js';

export interface RelatedSeries {
  readonly scope: Scope;
  readonly services: readonly string[];
  /** Resource hashes. */
  readonly resources: readonly string[];
  /** Includes the minute around it. */
  readonly during: TimeRange;
}

export type RelatedMetricRow = RowsOf<typeof selectRelatedMetrics>;

const POINT_TABLES = [METRIC_POINTS, METRIC_HISTOGRAMS, METRIC_EXPONENTIAL_HISTOGRAMS, METRIC_SUMMARIES];

/** Metrics with a series of the trace's resources or services that has points in the range. */
export function selectRelatedMetrics(related: RelatedSeries, limit: number) {
  const { scope, services, resources, during } = related;
  const ofResource = sql`has(${uint64s(resources.map(BigInt))}, resource_hash)`;
  const isRelated = [
    anyOf([ofResource, sql`has(${stringParams(services)}, service_name)`]),
    mayBeSeenSince(during.from),
  ];
  const series = (columns: Sql): Sql => select({ columns, from: METRIC_SERIES, scope, where: isRelated });
  const points = POINT_TABLES.map((from) =>
    select({
      columns: sql`metric_name, series_hash, count() AS points`,
      from,
      scope,
      during,
      where: [
        sql`metric_name IN (${series(sql`metric_name`)})`,
        sql`(metric_name, series_hash) IN (${series(sql`metric_name, series_hash`)})`,
      ],
      groupBy: sql`metric_name, series_hash`,
    }),
  );
  return selectFrom(Sql.join(points, '\nUNION ALL\n'), {
    columns: {
      name: typed('String', sql`metric_name`),
      is_of_resource: typed('UInt8', sql`max(of_resource)`),
      metric_type: typed('UInt8', sql`any(series_type)`),
      metric_unit: typed('String', sql`any(series_unit)`),
      services: typed('Array(String)', sql`arraySort(groupUniqArray(toString(service)))`),
      series: count(),
      points: typed('UInt64', sql`sum(points)`),
    },
    join: sql`AS counted
INNER ANY JOIN (${series(sql`metric_name, series_hash, type AS series_type, unit AS series_unit, service_name AS service,
  ${ofResource} AS of_resource`)}) AS series USING (metric_name, series_hash)`,
    groupBy: sql`metric_name`,
    orderBy: sql`is_of_resource DESC, name`,
    limit: limit,
  });
}
