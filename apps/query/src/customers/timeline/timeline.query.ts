import { JUDGE_AGENT } from '@svc/gen-ai';
import { firstPage, lastVisitor } from '@svc/reading/recordings';
import {
  choice,
  hexDigits,
  isAfter,
  nanoTimestamp,
  nanoseconds,
  select,
  selectFrom,
  sql,
  stringParam,
  typed,
  unionAll,
  type Expression,
  type Position,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import { NANOSECONDS_PER_MINUTE, type TimeRange } from '@svc/reading/time';
import { AGENT_RUNS, ERRORS, EVENTS, LOGS, REPLAY_SESSIONS, SPANS } from '@svc/tables';

/** Kinds of entries. Add new kinds at the end, because the index orders entries of the same time. */
export const KINDS = ['event', 'log', 'trace', 'error', 'agent_run', 'replay', 'incident', 'flag'] as const;
export type Kind = (typeof KINDS)[number];
/** Kinds of which the column store has the entries. */
export type StoredKind = Exclude<Kind, 'incident'>;

/** The conditions that select the subject of a timeline. */
export interface TimelineSubject {
  /** Condition on events. */
  readonly events: Sql;
  /**
   * Condition on log records, spans, runs of agents and recordings.
   *
   * @param sessions a subselect of the sessions of the subject's events.
   */
  readonly telemetry: (sessions: Sql) => Sql;
  /** Condition on errors; the parameter is the same. */
  readonly errors: (sessions: Sql) => Sql;
}

export type EntryRow = RowsOf<typeof selectEntries>;

export interface TimelinePart {
  readonly scope: Scope;
  readonly subject: TimelineSubject;
  readonly kinds: readonly StoredKind[];
  /** The range of the whole timeline, in which sessions are searched. */
  readonly range: TimeRange;
  readonly slice: TimeRange;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Selects at most `limit` entries of each kind, newest first within the kind. */
export function selectEntries(part: TimelinePart) {
  const statements = {
    event: selectEvents,
    log: selectLogs,
    trace: selectSpans,
    error: selectErrors,
    agent_run: selectRuns,
    replay: selectRecordings,
    flag: selectExposures,
  };
  return unionAll(part.kinds.map((kind) => selectFrom(statements[kind](part), { columns: ENTRY })));
}

const ENTRY = {
  // 32 hexadecimal digits: the kind and a hash, so that entries of the same time always have the same order.
  id: typed('String', sql`id`),
  // Nanoseconds since 1970.
  time: typed('Int64', sql`time`),
  kind: choice<Kind>(sql`kind`),
  title: typed('String', sql`title`),
  // As numbered by OpenTelemetry.
  severity: typed('UInt8', sql`severity`),
  ref: typed('String', sql`ref`),
  owner: typed('String', sql`owner`),
  session: typed('String', sql`session`),
  // A JSON object.
  payload: typed('String', sql`payload`),
};

/** The columns of an entry. */
type Entry = Readonly<Record<keyof typeof ENTRY, Expression<string, unknown>>>;

/** Events that say which value of a flag a person got: those of this service, and those of SDKs that evaluate flags by themselves. */
const IS_EXPOSURE = sql`event IN ('$flag_evaluated', '$feature_flag_called')`;

/** The values of an event as an entry. */
interface EventEntry {
  readonly kind: 'event' | 'flag';
  readonly where: readonly (Sql | undefined)[];
  readonly title: Sql;
  readonly ref: Sql;
}

function selectEvents(part: TimelinePart): Sql {
  const isNoExposure = part.kinds.includes('flag') ? sql`NOT (${IS_EXPOSURE})` : undefined;
  return selectEventEntries(part, {
    kind: 'event',
    where: [isNoEventOfError(part), isNoExposure],
    title: lastOf(sql`event`),
    ref: sql`message_id`,
  });
}

/** Exposures, with the flag as reference. */
function selectExposures(part: TimelinePart): Sql {
  const properties = lastOf(sql`properties`);
  const either = (own: Sql, other: Sql): Sql => sql`if(JSONHas(${properties}, ${own}), ${own}, ${other})`;
  const flag = sql`JSONExtractString(${properties}, ${either(sql`'$flag'`, sql`'$feature_flag'`)})`;
  const value = sql`JSONExtractRaw(${properties}, ${either(sql`'$flag_value'`, sql`'$feature_flag_response'`)})`;
  return selectEventEntries(part, {
    kind: 'flag',
    where: [IS_EXPOSURE],
    title: firstLine(sql`concat(${flag}, ': ', trim(BOTH '"' FROM ${value}))`),
    ref: flag,
  });
}

/** The value of the row of an event that arrived last. */
const lastOf = (column: Sql): Sql => sql`argMax(${column}, ingested_at)`;

/**
 * Events with the same message ID are one: the row that arrived last, which is the one that the engine keeps. The
 * events of the page are found without their properties, which may be large, because a group has many events.
 */
function selectEventEntries(part: TimelinePart, { kind, where, title, ref }: EventEntry): Sql {
  const rows = { from: EVENTS, scope: part.scope, during: part.slice, groupBy: sql`message_id` };
  const time = nanoseconds(sql`${lastOf(sql`timestamp`)} AS moment`);
  const number = kind === 'event' ? sql`char(1)` : sql`char(8)`;
  const key = sql`toFixedString(concat(${number}, substring(sipHash128(message_id), 1, 15)), 16)`;
  const page = select({
    ...rows,
    columns: { message_id: typed('String', sql`message_id`), time, entry_key: typed('FixedString(16)', key) },
    where: [part.subject.events, ...where],
    having: [afterPage(part, sql`moment, entry_key`)],
    orderBy: sql`moment DESC, entry_key DESC`,
    limit: part.limit,
  });
  const entry: Entry = {
    id: hexDigits(key),
    time,
    kind: typed('String', kind === 'event' ? sql`'event'` : sql`'flag'`),
    title: typed('String', title),
    severity: typed('UInt8', sql`toUInt8(9)`),
    ref: typed('String', ref),
    owner: typed('String', lastOf(sql`distinct_id`)),
    session: typed('String', lastOf(sql`session_id`)),
    payload: typed('String', lastOf(sql`properties`)),
  };
  const isOnPage = sql`message_id IN (SELECT message_id FROM (${page}))`;
  return select({ ...rows, columns: entry, where: [part.subject.events, isOnPage] });
}

function selectLogs(part: TimelinePart): Sql {
  const key = sql`toFixedString(concat(char(2), substring(log_id, 2, 15)), 16)`;
  const entry: Entry = {
    id: hexDigits(sql`${key} AS entry_key`),
    time: nanoseconds(sql`timestamp`),
    kind: typed('String', sql`'log'`),
    title: typed('String', firstLine(sql`body`)),
    severity: typed('UInt8', sql`severity_number`),
    ref: typed('String', sql`hex(log_id)`),
    owner: typed('String', sql`distinct_id`),
    session: typed('String', sql`session_id`),
    payload: typed(
      'String',
      sql`toJSONString(CAST((body, event_name, toString(service_name), toString(environment), lower(hex(trace_id)), attributes),
    'Tuple(body String, event_name String, service_name String, environment String, trace_id String, attributes Map(String, String))'))`,
    ),
  };
  return select({
    columns: entry,
    from: LOGS,
    scope: part.scope,
    during: part.slice,
    where: [
      sql`severity_number >= 13`,
      isNoRecordOfError(part),
      part.subject.telemetry(selectSessions(part)),
      afterPage(part, sql`timestamp, ${key}`),
    ],
    orderBy: sql`timestamp DESC, entry_key DESC`,
    limit: part.limit,
  });
}

/**
 * Spans that failed or started a trace. An entry is a span, not a trace, because the end of a trace is not known while
 * spans still arrive.
 */
function selectSpans(part: TimelinePart): Sql {
  const key = sql`toFixedString(concat(char(3), substring(sipHash128(trace_id, span_id), 1, 15)), 16)`;
  const entry: Entry = {
    id: hexDigits(sql`${key} AS entry_key`),
    time: nanoseconds(sql`timestamp`),
    kind: typed('String', sql`'trace'`),
    title: typed('String', firstLine(sql`toString(name)`)),
    severity: typed('UInt8', sql`if(status_code = 2, toUInt8(17), toUInt8(9))`),
    ref: hexDigits(sql`trace_id`),
    owner: typed('String', sql`distinct_id`),
    session: typed('String', sql`session_id`),
    payload: typed(
      'String',
      sql`toJSONString(CAST((toString(name), lower(hex(span_id)), duration_ns / 1000000, status_message, toString(service_name),
    toString(environment), attributes),
    'Tuple(name String, span_id String, duration_ms Float64, status_message String, service_name String, environment String, attributes Map(String, String))'))`,
    ),
  };
  return select({
    columns: entry,
    from: SPANS,
    scope: part.scope,
    during: part.slice,
    where: [
      sql`(status_code = 2 OR parent_span_id = toFixedString('', 8))`,
      part.subject.telemetry(selectSessions(part)),
      afterPage(part, sql`timestamp, ${key}`),
    ],
    orderBy: sql`timestamp DESC, entry_key DESC`,
    limit: part.limit,
  });
}

/** Errors, with their variants as reference: the issues are looked up for the page. */
function selectErrors(part: TimelinePart): Sql {
  const key = sql`toFixedString(concat(char(4), substring(error_id, 2, 15)), 16)`;
  const entry: Entry = {
    id: hexDigits(sql`${key} AS entry_key`),
    time: nanoseconds(sql`timestamp`),
    kind: typed('String', sql`'error'`),
    title: typed('String', firstLine(sql`if(type = '', message, concat(toString(type), ': ', message))`)),
    severity: typed(
      'UInt8',
      sql`toUInt8(transform(toString(level), ['debug', 'info', 'warning', 'fatal'], [5, 9, 13, 21], 17))`,
    ),
    ref: hexDigits(sql`variant`),
    owner: typed('String', sql`distinct_id`),
    session: typed('String', sql`session_id`),
    payload: typed(
      'String',
      sql`toJSONString(CAST((hex(error_id), toString(type), message, toString(culprit), toString(handled), toString(platform),
    toString(service_name), toString(environment), toString(release), lower(hex(trace_id)), attributes),
    'Tuple(error_id String, type String, message String, culprit String, handled String, platform String, service_name String, environment String, release String, trace_id String, attributes Map(String, String))'))`,
    ),
  };
  return select({
    columns: entry,
    from: ERRORS,
    scope: part.scope,
    during: part.slice,
    where: [part.subject.errors(selectSessions(part)), afterPage(part, sql`timestamp, ${key}`)],
    orderBy: sql`timestamp DESC, entry_key DESC`,
    limit: part.limit,
  });
}

/** Runs of agents, with what they cost. Those that judge other runs are nobody's. */
function selectRuns(part: TimelinePart): Sql {
  const key = sql`toFixedString(concat(char(5), substring(run_key, 1, 15)), 16)`;
  const entry: Entry = {
    id: hexDigits(sql`${key} AS entry_key`),
    time: nanoseconds(sql`timestamp`),
    kind: typed('String', sql`'agent_run'`),
    title: typed(
      'String',
      firstLine(sql`concat(multiIf(agent_name != '', agent_name, name != '', name, 'Agent run'), ': ', status)`),
    ),
    severity: typed(
      'UInt8',
      sql`toUInt8(transform(toString(status), ['failed', 'timed_out', 'max_steps'], [17, 17, 13], 9))`,
    ),
    ref: typed('String', sql`run_id`),
    owner: typed('String', sql`distinct_id`),
    session: typed('String', sql`session_id`),
    payload: typed(
      'String',
      sql`toJSONString(CAST((toString(agent_name), toString(status), is_inferred = 1, duration_ns / 1000000, steps, llm_calls, tool_calls, tool_errors,
    toString(cost), unpriced_calls, usage, models, toString(service_name), toString(environment), toString(error_type), error_message,
    arrayMap(id -> lower(hex(id)), trace_ids)),
    'Tuple(agent_name String, status String, inferred Bool, duration_ms Float64, step_count UInt32, llm_calls UInt32, tool_calls UInt32, tool_errors UInt32, cost Nullable(String), unpriced_calls UInt32, usage Map(String, UInt64), models Array(String), service_name String, environment String, error_type String, error_message String, trace_ids Array(String))'))`,
    ),
  };
  return select({
    columns: entry,
    from: AGENT_RUNS,
    final: true,
    scope: part.scope,
    during: part.slice,
    where: [
      sql`agent_name != ${stringParam(JUDGE_AGENT)}`,
      part.subject.telemetry(selectSessions(part)),
      afterPage(part, sql`timestamp, ${key}`),
    ],
    orderBy: sql`timestamp DESC, entry_key DESC`,
    limit: part.limit,
  });
}

/** Recordings of sessions, at their start. The person of a recording is that of its last chunk. */
function selectRecordings(part: TimelinePart): Sql {
  const key = sql`toFixedString(concat(char(6), substring(session_key, 1, 15)), 16)`;
  const entry: Entry = {
    id: hexDigits(sql`${key} AS entry_key`),
    time: nanoseconds(sql`timestamp`),
    kind: typed('String', sql`'replay'`),
    title: typed('String', firstLine(sql`if(${firstPage()} = '', 'Recording', concat('Recording: ', ${firstPage()}))`)),
    severity: typed('UInt8', sql`if(console_errors > 0, toUInt8(17), toUInt8(9))`),
    ref: typed('String', sql`session_id`),
    // The condition of a subject reads the alias.
    owner: typed('String', sql`toString(${lastVisitor()} AS distinct_id)`),
    session: typed('String', sql`session_id`),
    payload: typed(
      'String',
      sql`toJSONString(CAST((last_ms - first_ms, events, clicks, inputs, console_errors, network_errors, ${firstPage()}, release, environment),
    'Tuple(duration_ms UInt64, event_count UInt64, click_count UInt64, input_count UInt64, console_error_count UInt64, network_error_count UInt64, first_url String, release String, environment String)'))`,
    ),
  };
  return select({
    columns: entry,
    from: REPLAY_SESSIONS,
    final: true,
    scope: part.scope,
    during: part.slice,
    where: [part.subject.telemetry(selectSessions(part)), afterPage(part, sql`timestamp, ${key}`)],
    orderBy: sql`timestamp DESC, entry_key DESC`,
    limit: part.limit,
  });
}

/** A captured exception is shown as an error only, if errors are shown. */
function isNoEventOfError(part: TimelinePart): Sql | undefined {
  if (!part.kinds.includes('error')) return undefined;
  const captured = errorsNear(part, sql`distinct_id, timestamp`, sql`source = 'event'`);
  return sql`NOT (event = '$exception' AND (distinct_id, timestamp) IN (${captured}))`;
}

/** As is a log record with the exception of an error. Outside of traces only the type relates both. */
function isNoRecordOfError(part: TimelinePart): Sql | undefined {
  if (!part.kinds.includes('error')) return undefined;
  const type = sql`attributes['exception.type']`;
  const thrown = errorsNear(part, sql`trace_id, span_id, toString(type)`);
  return sql`NOT (${type} != '' AND (trace_id, span_id, ${type}) IN (${thrown}))`;
}

/** A throw that several rows report has one error, at the time of one of them. */
const REPORTED_WITHIN = NANOSECONDS_PER_MINUTE;

function errorsNear(part: TimelinePart, columns: Sql, condition?: Sql): Sql {
  const { from, to } = part.slice;
  return select({
    columns,
    from: ERRORS,
    scope: part.scope,
    during: { from: from - REPORTED_WITHIN, to: to + REPORTED_WITHIN },
    where: [part.subject.errors(selectSessions(part)), condition],
  });
}

function afterPage({ after: position }: TimelinePart, key: Sql): Sql | undefined {
  return position && isAfter(key, nanoTimestamp(position.value), position, 'desc');
}

/** The sessions of the subject's events. */
export function selectSessions({ scope, subject, range }: Pick<TimelinePart, 'scope' | 'subject' | 'range'>): Sql {
  return select({
    columns: sql`DISTINCT session_id`,
    from: EVENTS,
    scope,
    during: range,
    where: [subject.events, sql`session_id != ''`],
  });
}

const firstLine = (column: Sql): Sql => sql`substringUTF8(splitByChar('\n', ${column}, 1)[1], 1, 200)`;
