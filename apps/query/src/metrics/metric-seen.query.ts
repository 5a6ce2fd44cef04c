import { METRIC_SEEN } from '@svc/columnar';
import { moment, select, sql, type Scope, type Sql } from '../statement/index.js';
import { NANOSECONDS_PER_HOUR } from '../time/nanoseconds.js';

/** Name and latest point, in nanoseconds, of the metrics that have one since a moment. */
export function selectSeenMetrics(scope: Scope, since: bigint): Sql {
  return select({
    columns: sql`metric_name AS name, toUnixTimestamp64Nano(max(last_point)) AS latest`,
    from: METRIC_SEEN,
    scope,
    groupBy: sql`metric_name`,
    having: [sql`max(last_point) >= ${moment(since)}`],
  });
}

/**
 * Of series that may have points since a moment: `last_seen` of a series is written once a day. An hour more than the day leaves room
 * for senders whose clocks are ahead.
 */
export const mayBeSeenSince = (since: bigint): Sql =>
  sql`last_seen >= toDateTime(${moment(since - 25n * NANOSECONDS_PER_HOUR)})`;
