import { select, sql, stringParam, stringParams, typed, type RowsOf, type Scope } from '@svc/reading/statement';
import { METRIC_SERIES } from '@svc/tables';
import { mayBeSeenSince } from '../../telemetry/index.js';

/** The streams of some metrics. */
export interface StreamSelection {
  readonly scope: Scope;
  /** Nanoseconds; streams without points since then may be left out. */
  readonly since: bigint;
  readonly metrics: readonly string[];
  /** Values that all wanted streams have as their job, their instance or an attribute. */
  readonly values: readonly string[];
  readonly limit: number;
}

export type StreamRow = RowsOf<typeof selectStreams>;

/** A stream has a row for each day until rows are merged. */
export function selectStreams({ scope, since, metrics, values, limit }: StreamSelection) {
  return select({
    columns: {
      name: typed('String', sql`metric_name`),
      hash: typed('UInt64', sql`series_hash`),
      kind: typed('UInt8', sql`any(type)`),
      delta: typed('Bool', sql`toBool(any(temporality) = 1)`),
      monotonic: typed('Bool', sql`any(is_monotonic)`),
      stated_unit: typed('String', sql`argMax(unit, last_seen)`),
      sent: typed('Bool', sql`toBool(any(scope_name) = '')`),
      service: typed('String', sql`any(service_name)`),
      deployment: typed('String', sql`any(environment)`),
      replica: typed('String', sql`any(instance)`),
      task: typed('String', sql`any(job)`),
      labels: typed('Map(LowCardinality(String), String)', sql`any(attributes)`),
    },
    from: METRIC_SERIES,
    scope,
    where: [
      sql`metric_name IN ${stringParams(metrics)}`,
      mayBeSeenSince(since),
      ...values.map(
        (value) =>
          sql`(has(mapValues(attributes), ${stringParam(value)}) OR job = ${stringParam(value)} OR instance = ${stringParam(value)})`,
      ),
    ],
    groupBy: sql`metric_name, series_hash`,
    limit,
  });
}
