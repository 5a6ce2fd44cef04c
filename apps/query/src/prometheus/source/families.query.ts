import { select, sql, typed, type RowsOf, type Scope } from '@svc/reading/statement';
import { METRIC_SERIES } from '@svc/tables';
import { mayBeSeenSince } from '../../telemetry/index.js';

export type FamilyRow = RowsOf<typeof selectFamilies>;

/** The families of a project that may have points since a time in nanoseconds. */
export function selectFamilies(scope: Scope, since: bigint, limit: number) {
  return select({
    columns: {
      name: typed('String', sql`metric_name`),
      kind: typed('UInt8', sql`type`),
      delta: typed('Bool', sql`toBool(temporality = 1)`),
      monotonic: typed('Bool', sql`is_monotonic`),
      stated_unit: typed('String', sql`unit`),
      sent: typed('Bool', sql`toBool(scope_name = '')`),
      help: typed('String', sql`argMax(description, last_seen)`),
    },
    from: METRIC_SERIES,
    scope,
    where: [mayBeSeenSince(since)],
    groupBy: sql`name, kind, delta, monotonic, stated_unit, sent`,
    orderBy: sql`name, kind, delta, monotonic, stated_unit, sent`,
    limit,
  });
}
