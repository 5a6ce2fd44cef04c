import { RECORDED_VISIT, recordingsAround } from '@svc/reading/recordings';
import {
  nanoseconds,
  select,
  sql,
  stringParams,
  tableColumns,
  typed,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { ERRORS, REPLAY_SESSIONS } from '@svc/tables';

/** Sessions with events of an issue in which recordings are looked for. */
const MAX_SESSIONS = 100;
const MAX_RECORDINGS = 5;

export type FailedSessionRow = RowsOf<typeof selectFailedSessions>;
export type RecordedSessionRow = RowsOf<typeof selectRecordedSessions>;

/** The sessions with the latest errors. @param condition that selects the errors of an issue. */
export function selectFailedSessions(scope: Scope, condition: Sql, during: TimeRange) {
  return select({
    columns: { session: typed('String', sql`session_id`), failed: nanoseconds(sql`max(timestamp)`) },
    from: ERRORS,
    scope,
    during,
    where: [condition, sql`session_id != ''`],
    groupBy: sql`session_id`,
    orderBy: sql`failed DESC`,
    limit: MAX_SESSIONS,
  });
}

/** The recordings of sessions, the newest first. */
export function selectRecordedSessions(scope: Scope, sessions: readonly string[], failed: TimeRange) {
  return select({
    columns: {
      ...tableColumns(REPLAY_SESSIONS, ['session_id', 'first_ms', 'last_ms']),
      ...RECORDED_VISIT,
    },
    from: REPLAY_SESSIONS,
    final: true,
    scope,
    during: recordingsAround(failed),
    where: [sql`has(${stringParams(sessions)}, session_id)`],
    orderBy: sql`timestamp DESC, session_key`,
    limit: MAX_RECORDINGS,
  });
}
