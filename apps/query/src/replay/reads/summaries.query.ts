import { select, sql, stringParam, tableColumns, type RowOf, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import type { RecordedSession } from '@svc/recordings';
import { REPLAY_SUMMARIES } from '@svc/tables';
import { atTime } from './chunks.query.js';
import { areListed, type ListedSession } from './listed-sessions.js';

const FIGURES = tableColumns(REPLAY_SUMMARIES, [
  'session_id',
  'version',
  'is_final',
  'chunks',
  'active_ms',
  'rage_clicks',
  'dead_clicks',
  'error_clicks',
]);
/** What a list shows of a summary. */
export type SummaryFigures = RowOf<typeof FIGURES>;

const COLUMNS = {
  ...FIGURES,
  ...tableColumns(REPLAY_SUMMARIES, ['signals.kind', 'signals.time_ms', 'signals.window_id', 'signals.clicks']),
  ...tableColumns(REPLAY_SUMMARIES, ['signals.selector', 'signals.text', 'signals.url', 'signals.reason']),
  ...tableColumns(REPLAY_SUMMARIES, ['assets.url', 'assets.kind', 'assets.release']),
};
export type SummaryRow = RowOf<typeof COLUMNS>;

export function selectSummary(scope: Scope, { sessionId, startedAtMs }: RecordedSession) {
  return select({
    columns: COLUMNS,
    from: REPLAY_SUMMARIES,
    final: true,
    scope,
    during: atTime(startedAtMs),
    where: [sql`session_id = ${stringParam(sessionId)}`],
    limit: 1,
  });
}

/** The summaries of the sessions of a page. @param during when they began. */
export function selectFigures(scope: Scope, sessions: readonly ListedSession[], during: TimeRange) {
  return select({
    columns: FIGURES,
    from: REPLAY_SUMMARIES,
    final: true,
    scope,
    during,
    where: [areListed(sessions)],
    limit: sessions.length,
  });
}
