import { METRIC_SERIES } from '@svc/tables';
import { mayBeSeenSince, selectSeenMetrics } from '../../metrics/metric-seen.query.js';
import { METRIC_TYPES } from '../../metrics/metric-types.js';
import { compileSearch, fields, type SearchableTable } from '@svc/reading/search-language';
import { anyOf, oneOf, select, selectFrom, sql, typed, type RowsOf, type Scope } from '@svc/reading/statement';

const TYPES = new Map(METRIC_TYPES.flatMap((name, code) => (name === '' ? [] : [[name, { low: code, high: code }]])));

/** The searchable fields of metrics: their names, what they measure and the labels of their series. */
const METRIC_FIELDS: SearchableTable = {
  words: (predicate) => anyOf([predicate(sql`metric_name`), predicate(sql`description`)]),
  fields: fields(
    { names: ['name', 'metric', 'metric_name'], field: { type: 'keyword', column: sql`metric_name` } },
    { names: ['description'], field: { type: 'text', matches: (predicate) => predicate(sql`description`) } },
    { names: ['unit'], field: { type: 'keyword', column: sql`unit` } },
    { names: ['type'], field: { type: 'named', column: sql`type`, names: TYPES } },
    { names: ['service', 'service_name', 'service.name'], field: { type: 'keyword', column: sql`service_name` } },
    {
      names: ['environment', 'env', 'deployment.environment', 'deployment.environment.name'],
      field: { type: 'keyword', column: sql`environment` },
    },
    { names: ['instance'], field: { type: 'keyword', column: sql`instance` } },
    { names: ['job'], field: { type: 'keyword', column: sql`job` } },
    { names: ['scope', 'scope_name'], field: { type: 'keyword', column: sql`scope_name` } },
  ),
};

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
