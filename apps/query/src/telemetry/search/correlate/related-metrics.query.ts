import {
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_HISTOGRAMS,
  METRIC_POINTS,
  METRIC_SERIES,
  METRIC_SUMMARIES,
} from '@svc/columnar';
import { mayBeSeenSince } from '../../metrics/metric-seen.query.js';
import { anyOf, select, Sql, sql, stringParams, uint64, uint64s, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

export interface RelatedSeries {
  readonly scope: Scope;
  readonly services: readonly string[];
  /** Hashes. */
  readonly resources: readonly string[];
  /** With the minute around it. */
  readonly during: TimeRange;
}

export interface RelatedMetricRow {
  readonly name: string;
  readonly is_of_resource: number;
  readonly metric_type: number;
  readonly metric_unit: string;
  readonly services: string[];
  readonly series: string;
  readonly points: string;
}

const POINT_TABLES = [METRIC_POINTS, METRIC_HISTOGRAMS, METRIC_EXPONENTIAL_HISTOGRAMS, METRIC_SUMMARIES];

/** Metrics of which a series of the trace's resources or services has points in the range. */
export function selectRelatedMetrics(related: RelatedSeries, limit: number): Sql {
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
  return sql`SELECT metric_name AS name, max(of_resource) AS is_of_resource, any(series_type) AS metric_type,
  any(series_unit) AS metric_unit, arraySort(groupUniqArray(toString(service))) AS services, count() AS series, sum(points) AS points
FROM (${Sql.join(points, '\nUNION ALL\n')}) AS counted
INNER ANY JOIN (${series(sql`metric_name, series_hash, type AS series_type, unit AS series_unit, service_name AS service,
  ${ofResource} AS of_resource`)}) AS series USING (metric_name, series_hash)
GROUP BY metric_name
ORDER BY is_of_resource DESC, name
LIMIT ${uint64(limit)}`;
}
