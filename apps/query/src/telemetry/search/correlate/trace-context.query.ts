import { SPANS } from '@svc/columnar';
import { idBytes, select, sql, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

/** What other things can share with a trace. */
export interface TraceContextRow {
  readonly spans: string;
  readonly errors: string;
  /** Nanoseconds. */
  readonly start: string;
  readonly finish: string;
  readonly root_service: string;
  readonly root_operation: string;
  readonly service_names: string[];
  readonly sessions: string[];
  readonly persons: string[];
  readonly resources: string[];
}

export function selectTraceContext(scope: Scope, id: string, during: TimeRange): Sql {
  const isRoot = sql`parent_span_id = ${idBytes('0'.repeat(16), 8)}`;
  return select({
    columns: sql`count() AS spans, countIf(status_code = 2) AS errors, toUnixTimestamp64Nano(min(timestamp)) AS start,
  toUnixTimestamp64Nano(max(timestamp + toIntervalNanosecond(duration_ns))) AS finish,
  maxIf(toString(service_name), ${isRoot}) AS root_service, maxIf(toString(name), ${isRoot}) AS root_operation,
  arraySort(groupUniqArrayIf(100)(toString(service_name), service_name != '')) AS service_names,
  arraySort(groupUniqArrayIf(20)(session_id, session_id != '')) AS sessions,
  arraySort(groupUniqArrayIf(20)(distinct_id, distinct_id != '')) AS persons,
  groupUniqArray(100)(resource_hash) AS resources`,
    from: SPANS,
    scope,
    during,
    where: [sql`trace_id = ${idBytes(id, 16)}`],
  });
}
