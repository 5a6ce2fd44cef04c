import {
  int64,
  nanoseconds,
  nanoTimestamp,
  select,
  selectFrom,
  sql,
  stringParam,
  typed,
  type Position,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { ERRORS, EVENTS } from '@svc/tables';
import { canonicalDistinctId } from '../../customers/index.js';

/** The errors of a group that a list reads. */
export interface ErrorsOfGroup {
  readonly scope: Scope;
  readonly range: TimeRange;
  /** Selects the group's errors. */
  readonly isOfGroup: Sql;
  /** Only errors that were stored before this second; undefined for the first page, which finds it out. */
  readonly storedBefore: bigint | undefined;
}

export interface AffectedPage extends ErrorsOfGroup {
  /** The time of the last error of a person and the ID of the person, as 32 hexadecimal digits. */
  readonly after: Position | undefined;
  readonly limit: number;
}

export type AffectedRow = RowsOf<typeof selectAffected>;

/**
 * Persons by their last error, newest first, then by ID. The first row is that of errors without a person, if there are any: it has no
 * `canonical`. All rows have the number of all persons.
 */
export function selectAffected(page: AffectedPage) {
  const { scope, range, isOfGroup, after, limit } = page;
  const persons = select({
    columns: sql`${canonicalDistinctId(scope)} AS canonical, count() AS matching, min(timestamp) AS first, max(timestamp) AS latest,
  ${personHex(scope)} AS person, countIf(canonical != '') OVER () AS persons, ${storedBefore(page)} AS stored_before`,
    from: ERRORS,
    scope,
    during: range,
    // The second is read from the column, because each now() of a statement may be in another second.
    where: [isOfGroup, sql`${STORED_AT} < stored_before`],
    groupBy: sql`canonical`,
  });
  return selectFrom(persons, {
    columns: {
      canonical: typed('String', sql`canonical`),
      person: typed('String', sql`person`),
      total: typed('UInt64', sql`matching`),
      first_time: nanoseconds(sql`first`),
      last_time: nanoseconds(sql`latest`),
      persons: typed('UInt64', sql`persons`),
      stored_before: typed('Int64', sql`stored_before`),
    },
    where: [after && sql`(canonical = '' OR ${isAfter(after)})`],
    orderBy: sql`canonical = '' DESC, latest DESC, person`,
    limit: limit + 1,
  });
}

/** Maximum number of sessions, the latest ones, in which the accounts of errors without a group are searched. */
export const MAX_SESSIONS = 10_000;

/** Accounts by their last error, newest first: of errors that name them, and of errors in a session with an event of theirs. */
export function selectAccounts(page: ErrorsOfGroup, limit: number) {
  const { scope, range, isOfGroup } = page;
  const figures = sql`count() AS matching, min(timestamp) AS first, max(timestamp) AS latest`;
  const shared = { from: ERRORS, scope, during: range };
  const where = [isOfGroup, sql`${STORED_AT} < ${storedBefore(page)}`];
  const named = select({
    ...shared,
    columns: sql`arrayJoin(mapKeys(groups)) AS type, groups[type] AS account, ${figures}`,
    where: [...where, sql`notEmpty(groups)`],
    groupBy: sql`type, account`,
  });
  const sessions = select({
    ...shared,
    columns: sql`session_id AS session, ${figures}`,
    where: [...where, sql`empty(groups)`, sql`session_id != ''`],
    groupBy: sql`session`,
    orderBy: sql`latest DESC, session`,
    limit: MAX_SESSIONS,
  });
  return selectFrom(sql`${named}\nUNION ALL\n${selectSessionAccounts(page, sessions)}`, {
    columns: {
      type: typed('String', sql`toString(type)`),
      account: typed('String', sql`account`),
      total: typed('UInt64', sql`sum(matching)`),
      first_time: nanoseconds(sql`min(first)`),
      last_time: nanoseconds(sql`max(latest) AS last`),
    },
    groupBy: sql`type, account`,
    orderBy: sql`last DESC, type, account`,
    limit,
  });
}

/** The figures of errors in sessions, by the accounts of the sessions' events. */
function selectSessionAccounts({ scope, range }: ErrorsOfGroup, sessions: Sql): Sql {
  const accounts = select({
    columns: sql`DISTINCT session_id AS session, arrayJoin(mapKeys(groups)) AS type, groups[type] AS account`,
    from: EVENTS,
    scope,
    during: range,
    where: [sql`session_id IN (SELECT session FROM (${sessions}))`, sql`notEmpty(groups)`],
  });
  return selectFrom(sessions, {
    columns: sql`type, account, sum(matching) AS matching, min(first) AS first, max(latest) AS latest`,
    join: sql`AS failed INNER JOIN (${accounts}) AS visits ON failed.session = visits.session`,
    groupBy: sql`type, account`,
  });
}

const STORED_AT = sql`toInt64(toUnixTimestamp(stored_at))`;

/**
 * The last second of storage that a list includes, taken from its cursor, so that all its pages have the same errors. A
 * second is over once no row of it is being written.
 */
function storedBefore({ storedBefore: second }: ErrorsOfGroup): Sql {
  return second === undefined ? sql`toInt64(toUnixTimestamp(now())) - 1` : sql`${int64(second)}`;
}

function isAfter({ value, id }: Position): Sql {
  const time = nanoTimestamp(value);
  return sql`(latest < ${time} OR (latest = ${time} AND person > ${stringParam(id)}))`;
}

/** The ID of the person `canonical`, a UUID of version 5 as libs/persons computes it, in hexadecimal digits. */
function personHex({ projectId }: Scope): Sql {
  const project = stringParam(projectId.replaceAll('-', ''));
  const hash = sql`SHA1(concat(unhex(${project}), canonical))`;
  const digits = sql`lower(hex(${hash}))`;
  const variant = sql`substring('89ab', bitAnd(bitShiftRight(reinterpretAsUInt8(substring(${hash}, 9, 1)), 4), 3) + 1, 1)`;
  return sql`concat(substring(${digits}, 1, 12), '5', substring(${digits}, 14, 3), ${variant}, substring(${digits}, 18, 15))`;
}
