import type { ReplayListRequest } from '@svc/contract';
import { canonicalDistinctId, selectDistinctIds } from '@svc/reading/persons';
import { firstPage, lastVisitor } from '@svc/reading/recordings';
import { select, sql, stringParam, stringParams, uint64, type Scope, type Sql } from '@svc/reading/statement';
import {
  NANOSECONDS_PER_DAY,
  NANOSECONDS_PER_MILLISECOND,
  NANOSECONDS_PER_SECOND,
  parseDuration,
  type TimeRange,
} from '@svc/reading/time';
import { invalidField } from '@svc/service-error';
import { ERRORS, REPLAY_BLOCKS, REPLAY_SUMMARIES } from '@svc/tables';

/** Filters of recordings; different ones are combined with AND. */
export interface RecordingFilters {
  readonly distinctId: string;
  readonly hasErrors: boolean | undefined;
  readonly q: string;
  readonly errors: boolean | undefined;
  readonly rage: boolean | undefined;
  readonly dead: boolean | undefined;
  readonly url: string;
  readonly minDurationMs: bigint;
  readonly minActiveMs: bigint;
  readonly release: string;
  /** The sessions of a trace; undefined without that filter. */
  readonly sessions: readonly string[] | undefined;
}

/** A session lasts a day at most. */
const LONGEST = NANOSECONDS_PER_DAY;

/**
 * @param sessions of the trace of the request, if it has one.
 * @throws ServiceError invalid_request for a duration that is none.
 */
export function toRecordingFilters(
  request: ReplayListRequest,
  sessions: readonly string[] | undefined,
): RecordingFilters {
  const { distinctId, hasErrors, q, errors, rage, dead, url, release } = request;
  const minDurationMs = toMs(request.minDuration, 'min_duration');
  const minActiveMs = toMs(request.minActive, 'min_active');
  return { distinctId, hasErrors, q, errors, rage, dead, url, release, minDurationMs, minActiveMs, sessions };
}

/** Names the filters of a request, to which its cursors are bound. */
export function namesOfFilters(request: ReplayListRequest): Record<string, string> {
  const { distinctId, hasErrors, q, errors, rage, dead, url, minDuration, minActive, release, traceId } = request;
  const values = { q, errors, rage, dead, url, minDuration, minActive, release, traceId };
  const set = Object.entries(values).filter(([, value]) => value !== '' && value !== undefined);
  const others = Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
  return { distinct_id: distinctId, has_errors: String(hasErrors ?? ''), ...others };
}

/** Sessions are short, so that seconds count as well. */
function toMs(text: string, field: string): bigint {
  if (text === '') return 0n;
  const [, seconds] = /^(\d{1,5})s$/.exec(text) ?? [];
  const duration = seconds === undefined ? parseDuration(text) : BigInt(seconds) * NANOSECONDS_PER_SECOND;
  if (duration === undefined || duration > LONGEST)
    throw invalidField(field, 'must be a duration such as 90s, 5m or 2h, at most 24h');
  return duration / NANOSECONDS_PER_MILLISECOND;
}

/** Conditions on rows of `replay_sessions` that begin in a slice. */
export function recordingConditions(filters: RecordingFilters, scope: Scope, slice: TimeRange): (Sql | undefined)[] {
  const { distinctId, hasErrors, q, errors, rage, dead, url, minDurationMs, minActiveMs, release, sessions } = filters;
  const among = (condition: Sql): Sql => sql`session_id IN (${summarized(scope, slice, condition)})`;
  const hasUrl = (text: string): Sql =>
    sql`(${contains(firstPage(), text)} OR ${among(sql`arrayExists(url -> ${contains(sql`url`, text)}, urls)`)})`;
  const withErrors = sql`(console_errors > 0 OR session_id IN (${sessionsWithErrors(scope, slice)}))`;
  return [
    distinctId === '' ? undefined : isOfPerson(distinctId, scope, slice),
    isSo(withErrors, hasErrors),
    isSo(sql`(${withErrors} OR ${among(sql`error_clicks > 0`)})`, errors),
    isSo(among(sql`rage_clicks > 0`), rage),
    isSo(among(sql`dead_clicks > 0`), dead),
    q === '' ? undefined : sql`(${contains(sql`session_id`, q)} OR ${contains(lastVisitor(), q)} OR ${hasUrl(q)})`,
    url === '' ? undefined : hasUrl(url),
    minDurationMs === 0n ? undefined : sql`last_ms - first_ms >= ${uint64(minDurationMs)}`,
    minActiveMs === 0n ? undefined : among(sql`active_ms >= ${uint64(minActiveMs)}`),
    release === '' ? undefined : sql`release = ${stringParam(release)}`,
    sessions && sql`has(${stringParams(sessions)}, session_id)`,
  ];
}

function isSo(condition: Sql, wanted: boolean | undefined): Sql | undefined {
  if (wanted === undefined) return undefined;
  return wanted ? condition : sql`NOT ${condition}`;
}

const contains = (text: Sql, part: string): Sql => sql`positionCaseInsensitiveUTF8(${text}, ${stringParam(part)}) > 0`;

/** The sessions of a slice whose summaries meet a condition. */
function summarized(scope: Scope, slice: TimeRange, condition: Sql): Sql {
  return select({
    columns: sql`session_id`,
    from: REPLAY_SUMMARIES,
    final: true,
    scope,
    during: slice,
    where: [condition],
  });
}

/** The sessions for which a service or the page has reported an error. They last a day at most. */
function sessionsWithErrors(scope: Scope, { from, to }: TimeRange): Sql {
  return select({
    columns: sql`session_id`,
    from: ERRORS,
    scope,
    during: { from: from - NANOSECONDS_PER_DAY, to: to + NANOSECONDS_PER_DAY },
    where: [sql`session_id != ''`],
  });
}

/**
 * Whether a session is of the person with this ID, whichever of the person's IDs its last chunk has. The chunks have an index of these IDs,
 * and the times of sessions, which are in the order key of both.
 */
function isOfPerson(distinctId: string, scope: Scope, slice: TimeRange): Sql {
  const given = sql`${stringParam(distinctId)}`;
  const person = sql`SELECT ${canonicalDistinctId(scope, given, sql`SELECT ${given}`)} AS canonical`;
  const ids = sql`SELECT linked_id FROM (${selectDistinctIds(scope, person)})`;
  const starts = select({
    columns: sql`timestamp`,
    from: REPLAY_BLOCKS,
    scope,
    during: slice,
    where: [sql`distinct_id IN (${ids})`],
  });
  return sql`(timestamp IN (${starts}) AND ${lastVisitor()} IN (${ids}))`;
}
