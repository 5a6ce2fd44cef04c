import { SPANS } from '@svc/columnar';
import { zeroIdToUndefined, idBytes, select, sql, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import type { TimedSpan } from './span-forest.js';

export interface SpanTimingRow {
  readonly span: string;
  readonly parent: string;
  readonly name: string;
  readonly service_name: string;
  readonly kind: number;
  readonly status_code: number;
  readonly time: string;
  readonly duration_ns: string;
}

const ERROR_STATUS = 2;

/** What the tree of a trace and its times need of the spans, and nothing that is wide. */
export function selectSpanTimings(scope: Scope, traceId: string, during: TimeRange, limit: number): Sql {
  return select({
    columns: sql`lower(hex(span_id)) AS span, lower(hex(parent_span_id)) AS parent, name, service_name, kind, status_code,
  toUnixTimestamp64Nano(timestamp) AS time, duration_ns`,
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
