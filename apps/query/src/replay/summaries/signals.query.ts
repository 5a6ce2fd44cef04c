import { nanoseconds, select, sql, stringParam, stringParams, typed, type Scope } from '@svc/reading/statement';
import { fromMilliseconds, NANOSECONDS_PER_HOUR } from '@svc/reading/time';
import { ERRORS, EVENTS } from '@svc/tables';
import { SIGNAL_EVENTS } from './signal-events.js';

/** Errors of a session that clicks can have caused. */
const MAX_ERRORS = 5_000;

/** When errors were reported for a session. */
export function selectErrorTimes(scope: Scope, sessionId: string, during: { fromMs: number; toMs: number }) {
  return select({
    columns: { time: nanoseconds(sql`timestamp`) },
    from: ERRORS,
    scope,
    during: { from: fromMilliseconds(during.fromMs), to: fromMilliseconds(during.toMs) },
    where: [sql`session_id = ${stringParam(sessionId)}`],
    orderBy: sql`timestamp`,
    limit: MAX_ERRORS,
  });
}

/** Which message IDs are recorded for a session already. A page may send events of these names itself. */
export function selectRecordedSignals(
  scope: Scope,
  sessionId: string,
  ids: readonly string[],
  during: { fromMs: number; toMs: number },
) {
  const names = stringParams(Object.values(SIGNAL_EVENTS));
  return select({
    columns: { id: typed('String', sql`message_id`) },
    from: EVENTS,
    scope,
    during: {
      from: fromMilliseconds(during.fromMs) - NANOSECONDS_PER_HOUR,
      to: fromMilliseconds(during.toMs) + NANOSECONDS_PER_HOUR,
    },
    where: [
      sql`has(${names}, event)`,
      sql`session_id = ${stringParam(sessionId)}`,
      sql`has(${stringParams(ids)}, message_id)`,
    ],
    groupBy: sql`message_id`,
    limit: ids.length,
  });
}
