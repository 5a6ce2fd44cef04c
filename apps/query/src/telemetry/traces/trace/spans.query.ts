import { SPANS } from '@svc/columnar';
import { idBytes, select, sql, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

export interface SpanRow {
  readonly span: string;
  readonly parent: string;
  readonly name: string;
  readonly kind: number;
  readonly service_name: string;
  readonly environment: string;
  readonly release: string;
  readonly time: string;
  readonly duration_ns: string;
  readonly status_code: number;
  readonly status_message: string;
  readonly trace_state: string;
  readonly scope_name: string;
  readonly scope_version: string;
  readonly distinct_id: string;
  readonly session_id: string;
  readonly attributes: Record<string, string>;
  readonly resource_hash: string;
  readonly event_times: string[];
  readonly event_names: string[];
  readonly event_attributes: Record<string, string>[];
  readonly link_traces: string[];
  readonly link_spans: string[];
  readonly link_states: string[];
  readonly link_attributes: Record<string, string>[];
}

/** Spans of one trace by start time. */
export function selectSpans(scope: Scope, traceId: string, during: TimeRange, limit: number): Sql {
  return select({
    columns: sql`lower(hex(span_id)) AS span, lower(hex(parent_span_id)) AS parent, name, kind, service_name, environment,
  release, toUnixTimestamp64Nano(timestamp) AS time, duration_ns, status_code, status_message, trace_state, scope_name,
  scope_version, distinct_id, session_id, attributes, resource_hash,
  arrayMap(t -> toUnixTimestamp64Nano(t), events.timestamp) AS event_times, events.name AS event_names,
  events.attributes AS event_attributes, arrayMap(i -> lower(hex(i)), links.trace_id) AS link_traces,
  arrayMap(i -> lower(hex(i)), links.span_id) AS link_spans, links.trace_state AS link_states,
  links.attributes AS link_attributes`,
    from: SPANS,
    scope,
    during,
    where: [sql`trace_id = ${idBytes(traceId, 16)}`],
    orderBy: sql`timestamp, span_id`,
    limit,
  });
}

export interface TraceShapeRow {
  readonly roots: string;
  readonly missing: string;
}

/** Roots and spans without their parent, of a trace that is too long to answer whole. */
export function selectTraceShape(scope: Scope, traceId: string, during: TimeRange): Sql {
  const ofTrace = { from: SPANS, scope, during, where: [sql`trace_id = ${idBytes(traceId, 16)}`] };
  const noParent = idBytes('0'.repeat(16), 8);
  return select({
    ...ofTrace,
    columns: sql`countIf(parent_span_id = ${noParent}) AS roots, countIf(parent_span_id != ${noParent}
  AND parent_span_id NOT IN (${select({ ...ofTrace, columns: sql`span_id` })})) AS missing`,
  });
}
