import { hexDigits, idBytes, nanoseconds, select, sql, typed, type RowsOf, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { SPANS } from '@svc/tables';

export type FoundSpanRow = RowsOf<typeof selectSpansById>;

/** Spans with an ID, newest first: of one trace, or of all traces of the range. */
export function selectSpansById(
  scope: Scope,
  spanId: string,
  { traceId, during, limit }: { traceId?: string | undefined; during: TimeRange; limit: number },
) {
  return select({
    columns: {
      trace: hexDigits(sql`trace_id`),
      span: hexDigits(sql`span_id`),
      operation: typed('String', sql`toString(name)`),
      time: nanoseconds(sql`timestamp`),
    },
    from: SPANS,
    scope,
    during,
    where: [
      traceId === undefined ? undefined : sql`trace_id = ${idBytes(traceId, 16)}`,
      sql`span_id = ${idBytes(spanId, 8)}`,
    ],
    orderBy: sql`timestamp DESC, trace_id`,
    limit,
  });
}
