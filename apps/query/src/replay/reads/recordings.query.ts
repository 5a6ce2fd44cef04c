import type { ReplayListRequest } from '@svc/contract';
import { canonicalDistinctId, selectDistinctIds } from '@svc/reading/persons';
import { lastVisitor, RECORDED_VISIT } from '@svc/reading/recordings';
import {
  isAfter,
  nanoTimestamp,
  select,
  sql,
  stringParam,
  tableColumns,
  type Position,
  type RowOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import { ERRORS, REPLAY_SESSIONS } from '@svc/tables';

/** The columns of a session with its recording. */
export const RECORDING_COLUMNS = {
  ...tableColumns(REPLAY_SESSIONS, ['timestamp', 'retention_days', 'session_id', 'session_key', 'first_ms', 'last_ms']),
  ...tableColumns(REPLAY_SESSIONS, ['chunks', 'snapshots', 'events', 'bytes', 'stored_bytes', 'clicks', 'inputs']),
  ...tableColumns(REPLAY_SESSIONS, ['console_errors', 'network_errors', 'sdk', 'release', 'environment']),
  ...RECORDED_VISIT,
};
export type RecordingRow = RowOf<typeof RECORDING_COLUMNS>;

export interface RecordingFilters {
  readonly distinctId: string;
  readonly hasErrors: boolean | undefined;
}

export function toRecordingFilters({ distinctId, hasErrors }: ReplayListRequest): RecordingFilters {
  return { distinctId, hasErrors };
}

export interface RecordingPage {
  readonly scope: Scope;
  readonly slice: TimeRange;
  readonly filters: RecordingFilters;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Recordings that begin in a slice, newest first. */
export function selectRecordings({ scope, slice, filters, after, limit }: RecordingPage): Sql<RecordingRow> {
  const { distinctId, hasErrors } = filters;
  const withErrors =
    hasErrors === undefined
      ? undefined
      : sql`(console_errors > 0 OR session_id IN (${sessionsWithErrors(scope, slice)}))`;
  return select({
    columns: RECORDING_COLUMNS,
    from: REPLAY_SESSIONS,
    final: true,
    scope,
    during: slice,
    where: [
      after && isAfter(sql`timestamp, session_key`, nanoTimestamp(after.value), after, 'desc'),
      distinctId === '' ? undefined : isOfPerson(distinctId, scope),
      withErrors && (hasErrors ? withErrors : sql`NOT ${withErrors}`),
    ],
    orderBy: sql`timestamp DESC, session_key DESC`,
    limit,
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

/** Whether a session is of the person with this ID, whichever of the person's IDs its last chunk has. */
function isOfPerson(distinctId: string, scope: Scope): Sql {
  const given = sql`${stringParam(distinctId)}`;
  const person = sql`SELECT ${canonicalDistinctId(scope, given, sql`SELECT ${given}`)} AS canonical`;
  return sql`${lastVisitor()} IN (SELECT linked_id FROM (${selectDistinctIds(scope, person)}))`;
}

/** The position of a recording in a list. */
export const toPosition = (row: RecordingRow): Position => ({
  value: BigInt(row.timestamp_ns),
  id: row.session_key_hex,
});
