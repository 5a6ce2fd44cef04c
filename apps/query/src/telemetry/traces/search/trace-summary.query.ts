import {
  Sql,
  hexDigits,
  idBytes,
  nanoseconds,
  select,
  sql,
  typed,
  type RowsOf,
  type Scope,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { SPANS, TRACE_SUMMARIES } from '@svc/tables';

export type TraceSummaryRow = RowsOf<typeof selectTraceSummaries>;

/** Complete summaries of a page's traces. */
export function selectTraceSummaries(scope: Scope, ids: readonly string[], during: TimeRange) {
  return select({
    columns: {
      id: hexDigits(sql`trace_id`),
      start: nanoseconds(sql`min(start_time)`),
      finish: nanoseconds(sql`max(end_time)`),
      span_total: typed('UInt64', sql`sum(span_count)`),
      error_total: typed('UInt64', sql`sum(error_count)`),
      service_names: typed('Array(String)', sql`arraySort(groupUniqArrayArray(services))`),
      environment_names: typed('Array(String)', sql`arraySort(groupUniqArrayArray(environments))`),
      root_operation: typed('String', sql`max(root_name)`),
      root_service_name: typed('String', sql`max(root_service)`),
      customer: typed('String', sql`max(distinct_id)`),
    },
    from: TRACE_SUMMARIES,
    scope,
    during,
    where: [isOneOf(ids)],
    groupBy: sql`trace_id`,
  });
}

function isOneOf(ids: readonly string[]): Sql {
  const list = ids.map((id) => idBytes(id, 16));
  return sql`trace_id IN (${Sql.join(list, ', ')})`;
}

export type EarliestSpanRow = RowsOf<typeof selectEarliestSpans>;

/** The earliest span of each trace of a page. */
export function selectEarliestSpans(scope: Scope, ids: readonly string[], during: TimeRange) {
  return select({
    columns: {
      id: hexDigits(sql`trace_id`),
      operation: typed('String', sql`argMin(name, (timestamp, span_id))`),
      service: typed('String', sql`argMin(service_name, (timestamp, span_id))`),
    },
    from: SPANS,
    scope,
    during,
    where: [isOneOf(ids)],
    groupBy: sql`trace_id`,
  });
}

export type TraceExtentRow = RowsOf<typeof selectTraceExtent>;

/** The time of a trace by its ID, over the whole retention: the summaries' key ends in the ID. */
export function selectTraceExtent(scope: Scope, id: string) {
  return select({
    columns: {
      // '0' if the trace does not exist.
      spans: typed('UInt64', sql`sum(span_count)`),
      start: nanoseconds(sql`min(start_time)`),
      finish: nanoseconds(sql`max(end_time)`),
    },
    from: TRACE_SUMMARIES,
    scope,
    during: 'retention',
    where: [sql`trace_id = ${idBytes(id, 16)}`],
  });
}
