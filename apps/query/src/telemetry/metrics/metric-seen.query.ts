import { nanoTimestamp, nanoseconds, select, sql, typed, type Scope, type Sql } from '@svc/reading/statement';
import { NANOSECONDS_PER_HOUR } from '@svc/reading/time';
import { METRIC_SEEN } from '@svc/tables';

/** Name and latest point, in nanoseconds, of the metrics that have one since a given time. */
export function selectSeenMetrics(scope: Scope, since: bigint) {
  return select({
    columns: { name: typed('String', sql`metric_name`), latest: nanoseconds(sql`max(last_point)`) },
    from: METRIC_SEEN,
    scope,
    groupBy: sql`metric_name`,
    having: [sql`max(last_point) >= ${nanoTimestamp(since)}`],
  });
}

/**
 * Selects series that may have points since a given time: `last_seen` of a series is written once a day. One more hour
 * leaves room for senders whose clocks are ahead.
 */
export const mayBeSeenSince = (since: bigint): Sql =>
  sql`last_seen >= toDateTime(${nanoTimestamp(since - 25n * NANOSECONDS_PER_HOUR)})`;
