import { EVENTS, LOGS, SPANS, type TableDefinition } from '@svc/columnar';
import { nanoTimestamp, select, sql, Sql, stringParams, type Scope } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';

export interface SignalRow {
  readonly signal: string;
  readonly last_1d: string;
  readonly last_7d: string;
  readonly last_30d: string;
  readonly total: string;
  readonly errors: string;
}

/** One row for each signal. An event counts once, whatever its message id was sent. */
export function selectSignals(scope: Scope, ids: readonly string[], during: TimeRange): Sql {
  const since = (days: bigint): Sql => sql`timestamp >= ${nanoTimestamp(during.to - days * NANOSECONDS_PER_DAY)}`;
  const ofSignal = (from: TableDefinition, signal: Sql, count: (condition: Sql) => Sql, errors: Sql): Sql =>
    select({
      columns: sql`${signal} AS signal, ${count(since(1n))} AS last_1d, ${count(since(7n))} AS last_7d,
  ${count(since(30n))} AS last_30d, ${count(sql`1`)} AS total, ${errors} AS errors`,
      from,
      scope,
      during,
      where: [sql`has(${stringParams(ids)}, distinct_id)`],
    });
  const rows = (condition: Sql): Sql => sql`countIf(${condition})`;
  return Sql.join(
    [
      ofSignal(EVENTS, sql`'events'`, (condition) => sql`uniqExactIf(message_id, ${condition})`, sql`toUInt64(0)`),
      ofSignal(LOGS, sql`'logs'`, rows, sql`countIf(severity_number >= 17)`),
      ofSignal(SPANS, sql`'spans'`, rows, sql`countIf(status_code = 2)`),
    ],
    '\nUNION ALL\n',
  );
}

export function selectSessions(scope: Scope, ids: readonly string[], during: TimeRange): Sql {
  const sessions = [EVENTS, LOGS, SPANS].map((from) =>
    select({
      columns: sql`DISTINCT session_id AS session`,
      from,
      scope,
      during,
      where: [sql`has(${stringParams(ids)}, distinct_id)`, sql`session_id != ''`],
    }),
  );
  return sql`SELECT uniqExact(session) AS sessions FROM (${Sql.join(sessions, '\nUNION ALL\n')})`;
}

export function selectTopEvents(scope: Scope, ids: readonly string[], during: TimeRange): Sql {
  return select({
    columns: sql`event AS name, uniqExact(message_id) AS times`,
    from: EVENTS,
    scope,
    during,
    where: [sql`has(${stringParams(ids)}, distinct_id)`],
    groupBy: sql`name`,
    orderBy: sql`times DESC, name`,
    limit: 10,
  });
}
