import { RECORDED_VISIT } from '@svc/reading/recordings';
import {
  isAfter,
  nanoTimestamp,
  select,
  sql,
  tableColumns,
  type Position,
  type RowOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { REPLAY_SESSIONS } from '@svc/tables';
import { recordingConditions, type RecordingFilters } from './recording-filters.js';

/** The columns of a session with its recording. */
export const RECORDING_COLUMNS = {
  ...tableColumns(REPLAY_SESSIONS, ['timestamp', 'retention_days', 'session_id', 'session_key', 'first_ms', 'last_ms']),
  ...tableColumns(REPLAY_SESSIONS, ['chunks', 'snapshots', 'events', 'bytes', 'stored_bytes', 'clicks', 'inputs']),
  ...tableColumns(REPLAY_SESSIONS, ['console_errors', 'network_errors', 'sdk', 'release', 'environment']),
  ...RECORDED_VISIT,
};
export type RecordingRow = RowOf<typeof RECORDING_COLUMNS>;

export interface RecordingPage {
  readonly scope: Scope;
  readonly slice: TimeRange;
  readonly filters: RecordingFilters;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Recordings that begin in a slice, newest first. */
export function selectRecordings({ scope, slice, filters, after, limit }: RecordingPage): Sql<RecordingRow> {
  return select({
    columns: RECORDING_COLUMNS,
    from: REPLAY_SESSIONS,
    final: true,
    scope,
    during: slice,
    where: [
      after && isAfter(sql`timestamp, session_key`, nanoTimestamp(after.value), after, 'desc'),
      ...recordingConditions(filters, scope, slice),
    ],
    orderBy: sql`timestamp DESC, session_key DESC`,
    limit,
  });
}

/** The recordings that begin in a time and meet a condition, newest first. */
export function selectRecordingsOf(scope: Scope, condition: Sql, during: TimeRange, limit: number): Sql<RecordingRow> {
  return select({
    columns: RECORDING_COLUMNS,
    from: REPLAY_SESSIONS,
    final: true,
    scope,
    during,
    where: [condition],
    orderBy: sql`timestamp DESC, session_key DESC`,
    limit,
  });
}

/** The position of a recording in a list. */
export const toPosition = (row: RecordingRow): Position => ({
  value: BigInt(row.timestamp_ns),
  id: row.session_key_hex,
});
