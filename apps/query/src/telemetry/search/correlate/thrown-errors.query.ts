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
import { ERRORS } from '@svc/tables';
import { EXCERPT } from './related-logs.query.js';

export type ThrownRow = RowsOf<typeof selectThrown>;

/** Selects the stored errors of a trace: exceptions of its spans and records, and captured errors. */
export function selectThrown(scope: Scope, traceId: string, during: TimeRange, limit: number) {
  return select({
    columns: {
      ...tableColumns(ERRORS, ['variant', 'source', 'service_name']),
      span: hexDigits(sql`span_id`),
      time: nanoseconds(sql`timestamp`),
      type: typed('String', sql`leftUTF8(toString(type), ${uint32(EXCERPT)})`),
      message: typed('String', sql`leftUTF8(message, ${uint32(EXCERPT)})`),
    },
    from: ERRORS,
    scope,
    during,
    where: [sql`trace_id = ${idBytes(traceId, 16)}`],
    orderBy: sql`timestamp, record_id`,
    limit,
  });
}
