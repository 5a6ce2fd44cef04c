import {
  nanoseconds,
  select,
  sql,
  stringParam,
  tableColumns,
  typed,
  type RowsOf,
  type Scope,
  type Sql,
  idSet,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { AGENT_STEPS, EVALUATION_EVENT, LOGS, SPANS } from '@svc/tables';

const ATTRIBUTES = 'Map(LowCardinality(String), String)';
/** Longer values are no part of a score. */
const shortValues = (attributes: Sql): Sql =>
  sql`mapFilter((k, v) -> startsWith(k, 'gen_ai.evaluation.') AND length(v) <= 16384, ${attributes})`;

const isOneOfTraces = (traceIds: readonly string[]): Sql => sql`trace_id IN ${idSet(traceIds, 16)}`;

export type EventRow = RowsOf<typeof selectSpanEvents>;

/** Results of evaluations that spans of traces carry, by time. */
export function selectSpanEvents(scope: Scope, traceIds: readonly string[], during: TimeRange, limit: number) {
  const event = sql`arrayJoin(arrayFilter(e -> e.2 = ${stringParam(EVALUATION_EVENT)}, arrayZip(events.timestamp, events.name, events.attributes)))`;
  return select({
    columns: {
      ...tableColumns(SPANS, ['trace_id', 'span_id', 'scope_name', 'service_name']),
      at: nanoseconds(sql`(${event} AS event).1`),
      own: typed(ATTRIBUTES, shortValues(sql`event.3`)),
    },
    from: SPANS,
    scope,
    during,
    where: [isOneOfTraces(traceIds), sql`has(events.name, ${stringParam(EVALUATION_EVENT)})`],
    orderBy: sql`at, trace_id, span_id`,
    limit,
  });
}

/** Results of evaluations that are log records of traces, by time. */
export function selectLogEvents(scope: Scope, traceIds: readonly string[], during: TimeRange, limit: number) {
  return select({
    columns: {
      ...tableColumns(LOGS, ['trace_id', 'span_id', 'scope_name', 'service_name']),
      at: nanoseconds(sql`timestamp`),
      own: typed(ATTRIBUTES, shortValues(sql`attributes`)),
    },
    from: LOGS,
    scope,
    during,
    where: [isOneOfTraces(traceIds), sql`event_name = ${stringParam(EVALUATION_EVENT)}`],
    orderBy: sql`at, trace_id, span_id`,
    limit,
  });
}

/** The runs of the steps of some spans. */
export function selectRunsOfSpans(
  scope: Scope,
  traceIds: readonly string[],
  spanIds: readonly string[],
  during: TimeRange,
) {
  return select({
    columns: tableColumns(AGENT_STEPS, ['trace_id', 'span_id', 'run_id']),
    from: AGENT_STEPS,
    final: true,
    scope,
    during,
    where: [isOneOfTraces(traceIds), sql`span_id IN ${idSet(spanIds, 8)}`],
    orderBy: sql`trace_id, span_id`,
  });
}
