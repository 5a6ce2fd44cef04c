import {
  hexDigits,
  idBytes,
  nanoseconds,
  select,
  sql,
  tableColumns,
  zeroIdToUndefined,
  type RowsOf,
  type Scope,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { SPANS } from '@svc/tables';
import type { TimedSpan } from './span-forest.js';

export type SpanTimingRow = RowsOf<typeof selectSpanTimings>;

const ERROR_STATUS = 2;

/** The narrow columns of spans that the tree of a trace and its times need. */
export const SPAN_TIMING = {
  span: hexDigits(sql`span_id`),
  parent: hexDigits(sql`parent_span_id`),
  ...tableColumns(SPANS, ['name', 'service_name', 'kind', 'status_code']),
  time: nanoseconds(sql`timestamp`),
  ...tableColumns(SPANS, ['duration_ns']),
};

export function selectSpanTimings(scope: Scope, traceId: string, during: TimeRange, limit: number) {
  return select({
    columns: SPAN_TIMING,
    from: SPANS,
    scope,
    during,
    where: [sql`trace_id = ${idBytes(traceId, 16)}`],
    limit,
  });
}

export function toTimedSpan(row: SpanTimingRow): TimedSpan {
  const start = BigInt(row.time);
  return {
    id: row.span,
    parent: zeroIdToUndefined(row.parent),
    service: row.service_name,
    name: row.name,
    kind: row.kind,
    isError: row.status_code === ERROR_STATUS,
    start,
    end: start + BigInt(row.duration_ns),
  };
}
