import { EVENTS, LOGS, SPANS } from '@svc/columnar';
import { isAfter, nanoTimestamp, select, sql, Sql, type Position, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

/** Kinds of entries; one that is new goes to the end, for the order of entries of one moment. */
export const KINDS = ['event', 'log', 'trace'] as const;
export type Kind = (typeof KINDS)[number];

/** Whose timeline it is, as conditions. */
export interface TimelineSubject {
  /** Over events. */
  readonly events: Sql;
  /**
   * Over log records and spans.
   * @param sessions a subselect of the sessions of the subject's events.
   */
  readonly telemetry: (sessions: Sql) => Sql;
}

export interface EntryRow {
  /** 32 hexadecimal digits: the kind and a hash, so that it orders entries of one moment for ever in the same way. */
  readonly id: string;
  /** Nanoseconds since 1970. */
  readonly time: string;
  readonly kind: Kind;
  readonly title: string;
  /** As OpenTelemetry numbers it. */
  readonly severity: number;
  readonly ref: string;
  readonly owner: string;
  readonly session: string;
  /** A JSON object. */
  readonly payload: string;
}

export interface TimelinePart {
  readonly scope: Scope;
  readonly subject: TimelineSubject;
  readonly kinds: readonly Kind[];
  /** Of the whole timeline: sessions are looked for in it. */
  readonly range: TimeRange;
  readonly slice: TimeRange;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** At most `limit` entries of each kind, newest first within the kind. */
export function selectEntries(part: TimelinePart): Sql {
  const statements = { event: selectEvents, log: selectLogs, trace: selectSpans };
  return Sql.join(
    part.kinds.map((kind) => sql`SELECT * FROM (${statements[kind](part)})`),
    '\nUNION ALL\n',
  );
}

/**
 * An event whose message id came several times is one: the row that came last, which is the one the engine keeps. Which events belong to
 * the page is found without their properties, which may be large, and many belong to an account.
 */
function selectEvents(part: TimelinePart): Sql {
  const kept = (column: Sql): Sql => sql`argMax(${column}, ingested_at)`;
  const rows = { from: EVENTS, scope: part.scope, during: part.slice, groupBy: sql`message_id` };
  const key = sql`toUnixTimestamp64Nano(${kept(sql`timestamp`)} AS moment) AS time,
  toFixedString(concat(char(1), substring(sipHash128(message_id), 1, 15)), 16) AS entry_key`;
  const page = select({
    ...rows,
    columns: sql`message_id, ${key}`,
    where: [part.subject.events],
    having: [afterPage(part, sql`moment, entry_key`)],
    orderBy: sql`moment DESC, entry_key DESC`,
    limit: part.limit,
  });
  return sql`SELECT id, time, kind, title, severity, ref, owner, session, payload FROM (${select({
    ...rows,
    columns: sql`${key}, lower(hex(entry_key)) AS id, 'event' AS kind, ${kept(sql`event`)} AS title, toUInt8(9) AS severity, message_id AS ref,
  ${kept(sql`distinct_id`)} AS owner, ${kept(sql`session_id`)} AS session, ${kept(sql`properties`)} AS payload`,
    where: [part.subject.events, sql`message_id IN (SELECT message_id FROM (${page}))`],
  })})`;
}

function selectLogs(part: TimelinePart): Sql {
  const key = sql`toFixedString(concat(char(2), substring(log_id, 2, 15)), 16)`;
  return select({
    columns: sql`lower(hex(${key} AS entry_key)) AS id, toUnixTimestamp64Nano(timestamp) AS time, 'log' AS kind,
  ${firstLine(sql`body`)} AS title, severity_number AS severity, hex(log_id) AS ref, distinct_id AS owner, session_id AS session,
  toJSONString(CAST((body, event_name, toString(service_name), toString(environment), lower(hex(trace_id)), attributes),
    'Tuple(body String, event_name String, service_name String, environment String, trace_id String, attributes Map(String, String))')) AS payload`,
    from: LOGS,
    scope: part.scope,
    during: part.slice,
    where: [
      sql`severity_number >= 13`,
      part.subject.telemetry(sessionsOf(part)),
      afterPage(part, sql`timestamp, ${key}`),
    ],
    orderBy: sql`timestamp DESC, entry_key DESC`,
    limit: part.limit,
  });
}

/** Spans that failed or began a trace. An entry is a span, not a trace: when a trace ends is not known while spans still arrive. */
function selectSpans(part: TimelinePart): Sql {
  const key = sql`toFixedString(concat(char(3), substring(sipHash128(trace_id, span_id), 1, 15)), 16)`;
  return select({
    columns: sql`lower(hex(${key} AS entry_key)) AS id, toUnixTimestamp64Nano(timestamp) AS time, 'trace' AS kind,
  ${firstLine(sql`toString(name)`)} AS title, if(status_code = 2, toUInt8(17), toUInt8(9)) AS severity, lower(hex(trace_id)) AS ref,
  distinct_id AS owner, session_id AS session,
  toJSONString(CAST((toString(name), lower(hex(span_id)), duration_ns / 1000000, status_message, toString(service_name),
    toString(environment), attributes),
    'Tuple(name String, span_id String, duration_ms Float64, status_message String, service_name String, environment String, attributes Map(String, String))')) AS payload`,
    from: SPANS,
    scope: part.scope,
    during: part.slice,
    where: [
      sql`(status_code = 2 OR parent_span_id = toFixedString('', 8))`,
      part.subject.telemetry(sessionsOf(part)),
      afterPage(part, sql`timestamp, ${key}`),
    ],
    orderBy: sql`timestamp DESC, entry_key DESC`,
    limit: part.limit,
  });
}

function afterPage({ after: position }: TimelinePart, key: Sql): Sql | undefined {
  return position && isAfter(key, nanoTimestamp(position.value), position, 'desc');
}

function sessionsOf({ scope, subject, range }: TimelinePart): Sql {
  return select({
    columns: sql`DISTINCT session_id`,
    from: EVENTS,
    scope,
    during: range,
    where: [subject.events, sql`session_id != ''`],
  });
}

const firstLine = (column: Sql): Sql => sql`substringUTF8(splitByChar('\n', ${column}, 1)[1], 1, 200)`;
