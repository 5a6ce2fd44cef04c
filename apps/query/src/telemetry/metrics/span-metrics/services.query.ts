import { select, sql, stringParams, typed, type Scope } from '@svc/reading/statement';
import { METRIC_SERIES } from '@svc/tables';
import { mayBeSeenSince } from '../metric-seen.query.js';
import { SPAN_METRICS } from './span-metrics.js';

/** Services that metrics about spans are of, and those between which they count calls, by name. */
export function selectServicesOfMetrics(scope: Scope, since: bigint, limit: number) {
  const { calls, graph } = SPAN_METRICS;
  // The other ends of connections with a type are databases, queues and users.
  const ends = sql`[if(attributes['connection_type'] = 'virtual_node', '', attributes['client']),
    if(attributes['connection_type'] = '', attributes['server'], '')]`;
  const named = sql`if(has(${stringParams(graph)}, metric_name), ${ends}, [toString(service_name)])`;
  return select({
    columns: { service: typed('String', sql`arrayJoin(arrayFilter(name -> name != '', ${named}))`) },
    from: METRIC_SERIES,
    scope,
    where: [sql`has(${stringParams([...calls, ...graph])}, metric_name)`, mayBeSeenSince(since)],
    groupBy: sql`service`,
    orderBy: sql`service`,
    limit,
  });
}
