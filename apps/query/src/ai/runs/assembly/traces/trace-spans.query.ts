import type { TraceSpan } from '@svc/gen-ai';
import type { ResourceAttributes } from '@svc/reading/resources';
import {
  hexDigits,
  nanoseconds,
  select,
  sql,
  tableColumns,
  typed,
  uint32,
  zeroIdToUndefined,
  type RowsOf,
  type Scope,
  type Sql,
  idSet,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { parseDroppedCounts, SPANS, TRACE_SUMMARIES } from '@svc/tables';

/** Longer values are texts of prompts and answers, which the assembly does not read. */
const MAX_VALUE = 16_384;

/** Whether a column is one of some IDs of traces. */
export const isOneOfTraces = (traceIds: readonly string[]): Sql => sql`trace_id IN ${idSet(traceIds, 16)}`;

/** The times of traces and their spans; those that do not exist are absent. */
export function selectExtents(scope: Scope, traceIds: readonly string[], during: TimeRange) {
  return select({
    columns: {
      id: hexDigits(sql`trace_id`),
      spans: typed('UInt64', sql`sum(span_count)`),
      start: nanoseconds(sql`min(start_time)`),
      finish: nanoseconds(sql`max(end_time)`),
    },
    from: TRACE_SUMMARIES,
    scope,
    during,
    where: [isOneOfTraces(traceIds)],
    groupBy: sql`trace_id`,
  });
}

export type TraceSpanRow = RowsOf<typeof selectTraceSpans>;

/**
 * Spans of traces, at most some of each trace, the earliest first. Spans that are no part of AI work have no attributes and events.
 */
export function selectTraceSpans(scope: Scope, traceIds: readonly string[], during: TimeRange, perTrace: number) {
  const short = sql`mapFilter((k, v) -> length(v) <= ${uint32(MAX_VALUE)}`;
  return select({
    columns: {
      ...tableColumns(SPANS, ['trace_id', 'span_id', 'parent_span_id', 'timestamp', 'duration_ns', 'retention_days']),
      ...tableColumns(SPANS, ['name', 'status_code', 'status_message', 'service_name', 'environment', 'release']),
      ...tableColumns(SPANS, ['scope_name', 'scope_version', 'session_id', 'distinct_id', 'is_ai', 'dropped_counts']),
      ...tableColumns(SPANS, ['resource_hash']),
      own: typed('Map(LowCardinality(String), String)', sql`if(is_ai = 1, ${short}, attributes), map())`),
      event_names: typed('Array(LowCardinality(String))', sql`if(is_ai = 1, events.name, [])`),
      event_times: typed(
        'Array(Int64)',
        sql`if(is_ai = 1, arrayMap(t -> toUnixTimestamp64Nano(t), events.timestamp), [])`,
      ),
      event_attributes: typed(
        'Array(Map(LowCardinality(String), String))',
        sql`if(is_ai = 1, arrayMap(m -> ${short}, m), events.attributes), [])`,
      ),
    },
    from: SPANS,
    scope,
    during,
    where: [isOneOfTraces(traceIds)],
    orderBy: sql`trace_id, timestamp, span_id`,
    limit: perTrace,
    limitBy: sql`trace_id`,
  });
}

export function toTraceSpan(row: TraceSpanRow, resource: ResourceAttributes = {}): TraceSpan {
  return {
    traceId: row.trace_id_hex,
    spanId: row.span_id_hex,
    parentSpanId: zeroIdToUndefined(row.parent_span_id_hex) ?? '',
    name: row.name,
    startNs: BigInt(row.timestamp_ns),
    durationNs: BigInt(row.duration_ns),
    statusCode: row.status_code,
    statusMessage: row.status_message,
    serviceName: row.service_name,
    environment: row.environment,
    release: row.release,
    scopeName: row.scope_name,
    scopeVersion: row.scope_version,
    sessionId: row.session_id,
    distinctId: row.distinct_id,
    attributes: row.own,
    resourceAttributes: toTexts(resource),
    events: row.event_times.map((time, index) => ({
      name: row.event_names[index] ?? '',
      timeNs: BigInt(time),
      attributes: row.event_attributes[index] ?? {},
    })),
    droppedAttributes: parseDroppedCounts(row.dropped_counts).attributes ?? 0,
    isAi: row.is_ai === 1,
  };
}

function toTexts(attributes: ResourceAttributes): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
