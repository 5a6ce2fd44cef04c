import { count, idBytes, nanoseconds, select, sql, typed, type RowsOf, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { SPANS } from '@svc/tables';

/** The values that other telemetry can share with a trace. */
export type TraceContextRow = RowsOf<typeof selectTraceContext>;

export function selectTraceContext(scope: Scope, id: string, during: TimeRange) {
  const isRoot = sql`parent_span_id = ${idBytes('0'.repeat(16), 8)}`;
  return select({
    columns: {
      spans: count(),
      errors: typed('UInt64', sql`countIf(status_code = 2)`),
      // Nanoseconds.
      start: nanoseconds(sql`min(timestamp)`),
      finish: nanoseconds(sql`max(timestamp + toIntervalNanosecond(duration_ns))`),
      root_service: typed('String', sql`maxIf(toString(service_name), ${isRoot})`),
      root_operation: typed('String', sql`maxIf(toString(name), ${isRoot})`),
      service_names: typed(
        'Array(String)',
        sql`arraySort(groupUniqArrayIf(100)(toString(service_name), service_name != ''))`,
      ),
      sessions: typed('Array(String)', sql`arraySort(groupUniqArrayIf(20)(session_id, session_id != ''))`),
      persons: typed('Array(String)', sql`arraySort(groupUniqArrayIf(20)(distinct_id, distinct_id != ''))`),
      resources: typed('Array(UInt64)', sql`groupUniqArray(100)(resource_hash)`),
    },
    from: SPANS,
    scope,
    during,
    where: [sql`trace_id = ${idBytes(id, 16)}`],
  });
}
