import {
  idBytes,
  select,
  sql,
  tableColumns,
  typed,
  type RowOf,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { columnsExcept, SPANS } from '@svc/tables';

/** What is read of a span, without the ID of its trace. */
export const SPAN_COLUMNS = tableColumns(
  SPANS,
  columnsExcept(SPANS, 'project_number', 'retention_days', 'trace_id', 'is_ai'),
);
export type SpanRow = RowOf<typeof SPAN_COLUMNS>;

/** Spans of one trace by start time. */
export function selectSpans(scope: Scope, traceId: string, during: TimeRange, limit: number): Sql<SpanRow> {
  return select({
    columns: SPAN_COLUMNS,
    from: SPANS,
    scope,
    during,
    where: [sql`trace_id = ${idBytes(traceId, 16)}`],
    orderBy: sql`timestamp, span_id`,
    limit,
  });
}

/** The earliest span of a trace with an ID, and how many spans of the trace have it. */
export function selectSpan(scope: Scope, traceId: string, spanId: string, during: TimeRange) {
  return select({
    columns: { ...SPAN_COLUMNS, same_id: typed('UInt64', sql`count() OVER ()`) },
    from: SPANS,
    scope,
    during,
    where: [sql`trace_id = ${idBytes(traceId, 16)}`, sql`span_id = ${idBytes(spanId, 8)}`],
    orderBy: sql`timestamp`,
    limit: 1,
  });
}

export type TraceShapeRow = RowsOf<typeof selectTraceShape>;

/** Roots and spans without their parent, for a trace that is too long to return whole. */
export function selectTraceShape(scope: Scope, traceId: string, during: TimeRange) {
  const ofTrace = { from: SPANS, scope, during, where: [sql`trace_id = ${idBytes(traceId, 16)}`] };
  const noParent = idBytes('0'.repeat(16), 8);
  return select({
    ...ofTrace,
    columns: {
      roots: typed('UInt64', sql`countIf(parent_span_id = ${noParent})`),
      missing: typed(
        'UInt64',
        sql`countIf(parent_span_id != ${noParent}
  AND parent_span_id NOT IN (${select({ ...ofTrace, columns: sql`span_id` })}))`,
      ),
    },
  });
}
