import {
  hexDigits,
  idBytes,
  nanoseconds,
  select,
  sql,
  tableColumns,
  typed,
  type RowOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { SPANS } from '@svc/tables';

const COLUMNS = {
  span_id_hex: hexDigits(sql`span_id`),
  parent_span_id_hex: hexDigits(sql`parent_span_id`),
  ...tableColumns(SPANS, ['name', 'service_name', 'kind', 'status_code', 'duration_ns', 'dropped_counts']),
  time: nanoseconds(sql`timestamp`),
  event_total: typed('UInt64', sql`length(events.timestamp)`),
  link_total: typed('UInt64', sql`length(links.trace_id)`),
};
export type SpanOutlineRow = RowOf<typeof COLUMNS>;

/** The narrow columns of the spans of a trace, by start time. */
export function selectSpanOutlines(
  scope: Scope,
  traceId: string,
  during: TimeRange,
  limit: number,
): Sql<SpanOutlineRow> {
  return select({
    columns: COLUMNS,
    from: SPANS,
    scope,
    during,
    where: [sql`trace_id = ${idBytes(traceId, 16)}`],
    orderBy: sql`timestamp, span_id`,
    limit,
  });
}
