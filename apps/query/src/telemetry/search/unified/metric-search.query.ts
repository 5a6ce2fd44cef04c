import { compileSearch } from '@svc/reading/search-language';
import { oneOf, select, selectFrom, sql, typed, type RowsOf, type Scope } from '@svc/reading/statement';
import { METRIC_SERIES } from '@svc/tables';
import { METRIC_FIELDS } from '../../metrics/fields/metric-fields.js';
import { mayBeSeenSince, selectSeenMetrics } from '../../metrics/metric-seen.query.js';

export type FoundMetricRow = RowsOf<typeof selectMatchingMetrics>;

/** Metrics with a matching series, most recently seen first. */
export function selectMatchingMetrics(
  scope: Scope,
  { q, service, since, limit }: { q: string; service: readonly string[]; since: bigint; limit: number },
) {
  const matching = select({
    columns: sql`metric_name AS name, argMax(service_name, last_seen) AS service`,
    from: METRIC_SERIES,
    scope,
    where: [mayBeSeenSince(since), oneOf(sql`service_name`, service), compileSearch(q, METRIC_FIELDS, scope)],
    groupBy: sql`metric_name`,
  });
  return selectFrom(matching, {
    columns: {
      name: typed('String', sql`name`),
      service: typed('String', sql`service`),
      // The time of its latest point, in nanoseconds.
      latest: typed('Int64', sql`latest`),
    },
    join: sql`AS matching
INNER JOIN (${selectSeenMetrics(scope, since)}) AS seen USING (name)`,
    orderBy: sql`latest DESC, name`,
    limit: limit,
  });
}
