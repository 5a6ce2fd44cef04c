import { SPANS } from '@svc/columnar';
import { idBytes, select, sql, uint32, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { EXCERPT } from './related-logs.query.js';

export interface ErrorSpanRow {
  readonly span: string;
  readonly service_name: string;
  readonly operation: string;
  /** Of the exception, or else the end of the span. */
  readonly time: string;
  readonly is_exception: number;
  readonly type: string;
  readonly message: string;
}

/** Failed spans and spans with an exception; of several exceptions of a span the last, which it ended with. */
export function selectErrorSpans(scope: Scope, traceId: string, during: TimeRange, limit: number): Sql {
  return select({
    columns: sql`lower(hex(span_id)) AS span, service_name, name AS operation,
  arrayLastIndex(n -> n = 'exception', events.name) AS place, place > 0 AS is_exception,
  toUnixTimestamp64Nano(if(place > 0, events.timestamp[place], timestamp + toIntervalNanosecond(duration_ns))) AS time,
  if(place > 0, leftUTF8(events.attributes[place]['exception.type'], ${uint32(EXCERPT)}), '') AS type,
  leftUTF8(if(place > 0 AND events.attributes[place]['exception.message'] != '', events.attributes[place]['exception.message'],
    status_message), ${uint32(EXCERPT)}) AS message`,
    from: SPANS,
    scope,
    during,
    where: [sql`trace_id = ${idBytes(traceId, 16)}`, sql`(status_code = 2 OR has(events.name, 'exception'))`],
    orderBy: sql`time, span_id`,
    limit,
  });
}
