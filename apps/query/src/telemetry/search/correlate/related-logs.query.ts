import { LOGS } from '@svc/columnar';
import {
  anyOf,
  idBytes,
  nanoTimestamp,
  select,
  sql,
  stringParams,
  uint32,
  uint64,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

/** From the closest to the farthest. */
export const LOG_REASONS = ['trace', 'session', 'person', 'service'] as const;
export type LogReason = (typeof LOG_REASONS)[number];

export interface RelatedLogRow {
  /** Place in LOG_REASONS. */
  readonly relation: number;
  readonly id: string;
  readonly time: string;
  readonly service_name: string;
  readonly severity_number: number;
  readonly message: string;
  readonly trace: string;
  readonly span: string;
}

export interface RelatedLogs {
  readonly scope: Scope;
  readonly traceId: string;
  readonly during: TimeRange;
  /** While the trace ran; nothing is related by its services when absent. */
  readonly extent?: TimeRange;
  readonly services: readonly string[];
  readonly sessions: readonly string[];
  readonly persons: readonly string[];
}

/** Characters of a message: enough to recognise it. */
export const EXCERPT = 256;

/** At most `limit` records for each reason. */
export function selectRelatedLogs(related: RelatedLogs, limit: number): Sql {
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
  const found = select({
    columns: sql`multiIf(${byTrace}, 0, ${bySession}, 1, ${byPerson}, 2, 3) AS relation, hex(log_id) AS id,
  toUnixTimestamp64Nano(timestamp) AS time, service_name, severity_number, leftUTF8(body, ${uint32(EXCERPT)}) AS message,
  lower(hex(trace_id)) AS trace, lower(hex(span_id)) AS span`,
    from: LOGS,
    scope,
    during,
    where: [anyOf(conditions)],
    orderBy: sql`relation, timestamp, log_id`,
  });
  return sql`${found}
LIMIT ${uint64(limit)} BY relation`;
}

export interface ExceptionLogRow {
  readonly id: string;
  readonly time: string;
  readonly service_name: string;
  readonly span: string;
  readonly type: string;
  readonly message: string;
}

/** Records of the trace that tell of an exception. */
export function selectExceptionLogs(scope: Scope, traceId: string, during: TimeRange, limit: number): Sql {
  return select({
    columns: sql`hex(log_id) AS id, toUnixTimestamp64Nano(timestamp) AS time, service_name, lower(hex(span_id)) AS span,
  leftUTF8(attributes['exception.type'], ${uint32(EXCERPT)}) AS type,
  leftUTF8(if(attributes['exception.message'] = '', body, attributes['exception.message']), ${uint32(EXCERPT)}) AS message`,
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
