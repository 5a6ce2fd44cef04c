import {
  nanoTimestamp,
  select,
  selectFrom,
  sql,
  stringParams,
  typed,
  unionAll,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import { ERRORS, EVENTS, ISSUE_VARIANTS, LOGS, SPANS, type TableDefinition } from '@svc/tables';

export type SignalRow = RowsOf<typeof selectSignals>;

/** One row for each signal. An event counts once, however often its message ID was sent. */
export function selectSignals(scope: Scope, ids: readonly string[], during: TimeRange) {
  const since = (days: bigint): Sql => sql`timestamp >= ${nanoTimestamp(during.to - days * NANOSECONDS_PER_DAY)}`;
  const signal = (from: TableDefinition, name: Sql, countWhere: (condition: Sql) => Sql, errors: Sql) =>
    select({
      columns: {
        signal: typed('String', name),
        last_1d: typed('UInt64', countWhere(since(1n))),
        last_7d: typed('UInt64', countWhere(since(7n))),
        last_30d: typed('UInt64', countWhere(since(30n))),
        total: typed('UInt64', countWhere(sql`1`)),
        errors: typed('UInt64', errors),
      },
      from,
      scope,
      during,
      where: [sql`has(${stringParams(ids)}, distinct_id)`],
    });
  const rows = (condition: Sql): Sql => sql`countIf(${condition})`;
  const messages = (condition: Sql): Sql => sql`uniqExactIf(message_id, ${condition})`;
  return unionAll([
    signal(EVENTS, sql`'events'`, messages, sql`toUInt64(0)`),
    signal(LOGS, sql`'logs'`, rows, sql`countIf(severity_number >= 17)`),
    signal(SPANS, sql`'spans'`, rows, sql`countIf(status_code = 2)`),
    signal(ERRORS, sql`'errors'`, rows, sql`toUInt64(0)`),
  ]);
}

export function selectSessions(scope: Scope, ids: readonly string[], during: TimeRange) {
  const sessions = [EVENTS, LOGS, SPANS, ERRORS].map((from) =>
    select({
      columns: sql`DISTINCT session_id AS session`,
      from,
      scope,
      during,
      where: [sql`has(${stringParams(ids)}, distinct_id)`, sql`session_id != ''`],
    }),
  );
  return selectFrom(unionAll(sessions), { columns: { sessions: typed('UInt64', sql`uniqExact(session)`) } });
}

/** The issues whose errors affected a person. */
export function selectIssueCounts(scope: Scope, ids: readonly string[], during: TimeRange) {
  const variants = select({
    columns: sql`DISTINCT variant`,
    from: ERRORS,
    scope,
    during,
    where: [sql`has(${stringParams(ids)}, distinct_id)`],
  });
  return select({
    columns: {
      issues: typed('UInt64', sql`uniqExact(issue_id)`),
      open_issues: typed('UInt64', sql`uniqExactIf(issue_id, is_open = 1)`),
    },
    from: ISSUE_VARIANTS,
    final: true,
    scope,
    where: [sql`variant IN (${variants})`],
  });
}

export function selectTopEvents(scope: Scope, ids: readonly string[], during: TimeRange) {
  return select({
    columns: { name: typed('String', sql`event`), times: typed('UInt64', sql`uniqExact(message_id)`) },
    from: EVENTS,
    scope,
    during,
    where: [sql`has(${stringParams(ids)}, distinct_id)`],
    groupBy: sql`name`,
    orderBy: sql`times DESC, name`,
    limit: 10,
  });
}
