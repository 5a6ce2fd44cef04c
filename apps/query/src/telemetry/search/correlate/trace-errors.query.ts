import {
  hexDigits,
  idBytes,
  nanoseconds,
  select,
  sql,
  tableColumns,
  typed,
  uint32,
  type RowsOf,
  type Scope,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { SPANS } from '@svc/tables';
import { EXCERPT } from './related-logs.query.js';

export type ErrorSpanRow = RowsOf<typeof selectErrorSpans>;

/** Failed spans and spans with an exception; of several exceptions of a span the last, which ended it. */
export function selectErrorSpans(scope: Scope, traceId: string, during: TimeRange, limit: number) {
  return select({
    columns: {
      span: hexDigits(sql`span_id`),
      ...tableColumns(SPANS, ['service_name']),
      operation: typed('String', sql`name`),
      place: typed('UInt32', sql`arrayLastIndex(n -> n = 'exception', events.name)`),
      is_exception: typed('UInt8', sql`place > 0`),
      // The time of the exception, or else the end of the span.
      time: nanoseconds(sql`if(place > 0, events.timestamp[place], timestamp + toIntervalNanosecond(duration_ns))`),
      type: typed(
        'String',
        sql`if(place > 0, leftUTF8(events.attributes[place]['exception.type'], ${uint32(EXCERPT)}), '')`,
      ),
      message: typed(
        'String',
        sql`leftUTF8(if(place > 0 AND events.attributes[place]['exception.message'] != '', events.attributes[place]['exception.message'],
    status_message), ${uint32(EXCERPT)})`,
      ),
    },
    from: SPANS,
    scope,
    during,
    where: [sql`trace_id = ${idBytes(traceId, 16)}`, sql`(status_code = 2 OR has(events.name, 'exception'))`],
    orderBy: sql`time, span_id`,
    limit,
  });
}
