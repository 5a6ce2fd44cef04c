import {
  hexDigits,
  idBytes,
  nanoseconds,
  select,
  sql,
  tableColumns,
  type RowsOf,
  type Scope,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { SPANS } from '@svc/tables';

export type LinkingSpanRow = RowsOf<typeof selectLinkingSpans>;

/** The span that others link to. */
export interface LinkTarget {
  readonly traceId: string;
  readonly spanId: string;
}

/** Spans with a link to the target, by start time; a span with several such links is one row. */
export function selectLinkingSpans(scope: Scope, { traceId, spanId }: LinkTarget, during: TimeRange, limit: number) {
  const trace = idBytes(traceId, 16);
  const isTarget = sql`arrayExists((t, s) -> t = ${trace} AND s = ${idBytes(spanId, 8)}, links.trace_id, links.span_id)`;
  return select({
    columns: {
      trace: hexDigits(sql`trace_id`),
      span: hexDigits(sql`span_id`),
      ...tableColumns(SPANS, ['name', 'service_name', 'kind', 'status_code']),
      time: nanoseconds(sql`timestamp`),
      ...tableColumns(SPANS, ['duration_ns']),
    },
    from: SPANS,
    scope,
    during,
    // The first condition reads one column only, which is empty for most spans.
    where: [sql`has(links.trace_id, ${trace})`, isTarget],
    orderBy: sql`timestamp, trace_id, span_id`,
    limit,
  });
}
