import { canonicalDistinctId, selectDistinctIds } from '@svc/reading/persons';
import { lastVisitor, recordingsAround } from '@svc/reading/recordings';
import { select, sql, stringParams, uint64, type Scope, type Sql } from '@svc/reading/statement';
import { NANOSECONDS_PER_MILLISECOND, type TimeRange } from '@svc/reading/time';
import { REPLAY_SESSIONS } from '@svc/tables';
import { RECORDING_COLUMNS, type RecordingRow } from '../reads/recordings.query.js';

/** The recordings of persons that had begun and not ended when a trace ran, newest first. */
export function selectRecordingsDuring(
  scope: Scope,
  persons: readonly string[],
  trace: TimeRange,
  limit: number,
): Sql<RecordingRow> {
  const given = sql`SELECT arrayJoin(${stringParams(persons)}) AS given`;
  const canonicals = sql`SELECT ${canonicalDistinctId(scope, sql`given`, given)} AS canonical FROM (${given})`;
  const isTheirs = sql`${lastVisitor()} IN (SELECT linked_id FROM (${selectDistinctIds(scope, canonicals)}))`;
  const toMs = (time: bigint) => uint64(time / NANOSECONDS_PER_MILLISECOND);
  return select({
    columns: RECORDING_COLUMNS,
    from: REPLAY_SESSIONS,
    final: true,
    scope,
    during: recordingsAround(trace),
    where: [isTheirs, sql`first_ms <= ${toMs(trace.to)}`, sql`last_ms >= ${toMs(trace.from)}`],
    orderBy: sql`timestamp DESC, session_key DESC`,
    limit,
  });
}
