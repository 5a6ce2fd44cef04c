import {
  select,
  selectFrom,
  sql,
  stringParams,
  typed,
  unionAll,
  type RowsOf,
  type Scope,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { ERRORS, EVENTS, LOGS, SPANS } from '@svc/tables';

export type SessionsRow = RowsOf<typeof selectSessions>;

/** Selects the sessions of releases, and how many of these had an unhandled error. */
export function selectSessions(scope: Scope, releases: readonly string[], during: TimeRange) {
  const sessions = [EVENTS, LOGS, SPANS, ERRORS].map((from) =>
    select({
      columns: {
        name: typed('String', sql`toString(release)`),
        session: typed('UInt64', sql`cityHash64(session_id)`),
        crashed: typed('UInt8', from === ERRORS ? sql`max(handled = 'no')` : sql`toUInt8(0)`),
      },
      from,
      scope,
      during,
      where: [sql`has(${stringParams(releases)}, release)`, sql`session_id != ''`],
      groupBy: sql`name, session`,
    }),
  );
  return selectFrom(unionAll(sessions), {
    columns: {
      name: typed('String', sql`name`),
      sessions: typed('UInt64', sql`uniqExact(session)`),
      crashed_sessions: typed('UInt64', sql`uniqExactIf(session, crashed = 1)`),
    },
    groupBy: sql`name`,
  });
}
