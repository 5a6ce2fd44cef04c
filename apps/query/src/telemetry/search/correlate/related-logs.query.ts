import {
  anyOf,
  hexDigits,
  idBytes,
  nanoTimestamp,
  nanoseconds,
  select,
  sql,
  stringParams,
  tableColumns,
  typed,
  uint32,
  type RowsOf,
  type Scope,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { LOGS } from '@svc/tables';

/** Reasons from the closest to the most distant. */
export const LOG_REASONS = ['trace', 'session', 'person', 'service'] as const;
export type LogReason = (typeof LOG_REASONS)[number];

export type RelatedLogRow = RowsOf<typeof selectRelatedLogs>;

export interface RelatedLogs {
  readonly scope: Scope;
  readonly traceId: string;
  readonly during: TimeRange;
  /** While the trace ran; if absent, nothing is related by its services. */
  readonly extent?: TimeRange;
  readonly services: readonly string[];
  readonly sessions: readonly string[];
  readonly persons: readonly string[];
}

/** Characters of a message: enough to recognize it. */
export const EXCERPT = 256;

/** Selects at most `limit` records for each reason. */
export function selectRelatedLogs(related: RelatedLogs, limit: number) {
  const { scope, traceId, during, extent, services, sessions, persons } = related;
  const byTrace = sql`trace_id = ${idBytes(traceId, 16)}`;
  const bySession = sql`has(${stringParams(sessions)}, session_id)`;
  const byPerson = sql`has(${stringParams(persons)}, distinct_id)`;
  const byService =
    extent &&
    sql`(trace_id = ${idBytes('0'.repeat(32), 16)} AND has(${stringParams(services)}, service_name)
    AND timestamp >= ${nanoTimestamp(extent.from)} AND timestamp < ${nanoTimestamp(extent.to)})`;
  const conditions = [
    byTrace,
    ...(sessions.length > 0 ? [bySession] : []),
    ...(persons.length > 0 ? [byPerson] : []),
    ...(byService ? [byService] : []),
  ];
  return select({
    columns: {
      // Index in LOG_REASONS.
      relation: typed('UInt8', sql`multiIf(${byTrace}, 0, ${bySession}, 1, ${byPerson}, 2, 3)`),
      id: typed('String', sql`hex(log_id)`),
      time: nanoseconds(sql`timestamp`),
      ...tableColumns(LOGS, ['service_name', 'severity_number']),
      message: typed('String', sql`leftUTF8(body, ${uint32(EXCERPT)})`),
      trace: hexDigits(sql`trace_id`),
      span: hexDigits(sql`span_id`),
    },
    from: LOGS,
    scope,
    during,
    where: [anyOf(conditions)],
    orderBy: sql`relation, timestamp, log_id`,
    limit,
    limitBy: sql`relation`,
  });
}

export type ExceptionLogRow = RowsOf<typeof selectExceptionLogs>;

/** Records of the trace that contain an exception. */
export function selectExceptionLogs(scope: Scope, traceId: string, during: TimeRange, limit: number) {
  return select({
    columns: {
      id: typed('String', sql`hex(log_id)`),
      time: nanoseconds(sql`timestamp`),
      ...tableColumns(LOGS, ['service_name']),
      span: hexDigits(sql`span_id`),
      type: typed('String', sql`leftUTF8(attributes['exception.type'], ${uint32(EXCERPT)})`),
      message: typed(
        'String',
        sql`leftUTF8(if(attributes['exception.message'] = '', body, attributes['exception.message']), ${uint32(EXCERPT)})`,
      ),
    },
    from: LOGS,
    scope,
    during,
    where: [
      sql`trace_id = ${idBytes(traceId, 16)}`,
      sql`(attributes['exception.type'] != '' OR attributes['exception.message'] != '')`,
    ],
    orderBy: sql`timestamp, log_id`,
    limit,
  });
}
