import { select, sql, stringParam, tableColumns, type RowOf, type Scope } from '@svc/reading/statement';
import type { RecordedSession } from '@svc/recordings';
import { REPLAY_PARTS } from '@svc/tables';
import { atTime, MAX_CHUNKS } from './chunks.query.js';

const COLUMNS = tableColumns(REPLAY_PARTS, [
  'window_id',
  'version',
  'object_key',
  'bytes',
  'stored_bytes',
  'seqs',
  'events',
]);
export type PartRow = RowOf<typeof COLUMNS>;

/** The parts of a recording; it has fewer than chunks. */
export function selectParts(scope: Scope, { sessionId, startedAtMs }: RecordedSession) {
  return select({
    columns: COLUMNS,
    from: REPLAY_PARTS,
    final: true,
    scope,
    during: atTime(startedAtMs),
    where: [sql`session_id = ${stringParam(sessionId)}`],
    orderBy: sql`window_id, first_seq`,
    limit: MAX_CHUNKS,
  });
}
