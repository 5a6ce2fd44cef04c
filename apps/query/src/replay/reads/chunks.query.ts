import { select, sql, stringParam, tableColumns, typed, type RowOf, type Scope } from '@svc/reading/statement';
import { fromMilliseconds } from '@svc/reading/time';
import type { RecordedSession } from '@svc/recordings';
import { REPLAY_BLOCKS } from '@svc/tables';

/** Chunks of a session that are read: more than ingestion takes. */
export const MAX_CHUNKS = 20_001;

const COLUMNS = {
  ...tableColumns(REPLAY_BLOCKS, ['window_id', 'seq', 'distinct_id', 'object_key', 'events', 'bytes', 'stored_bytes']),
  ...tableColumns(REPLAY_BLOCKS, ['first_ms', 'last_ms', 'clock_shift_ms', 'snapshots', 'urls', 'clicks', 'inputs']),
  ...tableColumns(REPLAY_BLOCKS, ['console_errors', 'network_errors', 'active_from', 'active_to', 'masked']),
  received_ms: typed('Int64', sql`toUnixTimestamp64Milli(ingested_at)`),
  ...tableColumns(REPLAY_BLOCKS, ['rules_version', 'sdk', 'release', 'environment', 'numbers']),
};
export type ChunkRow = RowOf<typeof COLUMNS>;

/** The chunks of a session by window and number. All of its rows have the same time. */
export function selectChunks(scope: Scope, { sessionId, startedAtMs }: RecordedSession) {
  return select({
    columns: COLUMNS,
    from: REPLAY_BLOCKS,
    final: true,
    scope,
    during: atTime(startedAtMs),
    where: [sql`session_id = ${stringParam(sessionId)}`],
    orderBy: sql`window_id, seq`,
    limit: MAX_CHUNKS,
  });
}

/** The range of a session whose first chunk was received then. */
export function atTime(startedAtMs: number) {
  const from = fromMilliseconds(startedAtMs);
  return { from, to: from + 1n };
}
