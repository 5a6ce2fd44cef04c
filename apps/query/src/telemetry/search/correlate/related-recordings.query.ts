import { isOfPersonsDuring, RECORDED_VISIT, recordingsAround } from '@svc/reading/recordings';
import { select, sql, stringParams, tableColumns, typed, type RowsOf, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { REPLAY_SESSIONS } from '@svc/tables';

export type RelatedRecordingRow = RowsOf<typeof selectRelatedRecordings>;

export interface RecordedTrace {
  readonly scope: Scope;
  readonly extent: TimeRange;
  readonly sessions: readonly string[];
  readonly persons: readonly string[];
}

/**
 * Recordings of the sessions that a trace names, and those of its persons that had begun and not ended when it ran; the former first, then
 * the newest.
 */
export function selectRelatedRecordings({ scope, extent, sessions, persons }: RecordedTrace, limit: number) {
  const isOfSession = sql`has(${stringParams(sessions)}, session_id)`;
  const isOfPerson = persons.length === 0 ? sql`false` : isOfPersonsDuring(scope, persons, extent);
  return select({
    columns: {
      ...tableColumns(REPLAY_SESSIONS, ['session_id', 'first_ms', 'last_ms']),
      ...RECORDED_VISIT,
      is_of_session: typed('UInt8', isOfSession),
    },
    from: REPLAY_SESSIONS,
    final: true,
    scope,
    during: recordingsAround(extent),
    where: [sql`(${isOfSession} OR ${isOfPerson})`],
    orderBy: sql`is_of_session DESC, timestamp DESC, session_key`,
    limit,
  });
}
