import {
  allOf,
  int64,
  nanoTimestamp,
  select,
  sql,
  stringParam,
  uint64,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { EVENTS, PERSON_SEEN } from '@svc/tables';
import { canonicalDistinctId } from '../../../customers/index.js';
import { eventConditions, finalIf } from '../../events/event-fields.js';
import type { BehavioralLeaf, CountComparison, CountOperator, LeafWindow } from './behavioral-leaf.js';

/**
 * Selects the persons that a leaf holds for at a time: their canonical distinct IDs, each once, as the only column
 * `person`.
 *
 * @param at nanoseconds since 1970; events at or after it do not count.
 */
export function behavioralCondition(leaf: BehavioralLeaf, at: bigint, scope: Scope): Sql {
  const past = { from: at - scope.retention, to: at };
  switch (leaf.op) {
    case 'performed':
      return personsWho(leaf, scope, toTimeRange(leaf.window, at), leaf.count);
    case 'not_performed':
      return allPersonsExcept(personsWho(leaf, scope, toTimeRange(leaf.window, at), leaf.count), scope);
    case 'first_time': {
      const { from, to } = toTimeRange(leaf.window, at);
      return persons(leaf, scope, { from: past.from, to }, sql`min(timestamp) >= ${nanoTimestamp(from)}`);
    }
    case 'regularly':
      return personsWhoRegularly(leaf, scope, at);
    case 'stopped': {
      const { from, to } = toTimeRange(leaf.window, at);
      return persons(leaf, scope, { from: from - leaf.before, to }, sql`max(timestamp) < ${nanoTimestamp(from)}`);
    }
    case 'restarted': {
      const { from, to } = toTimeRange(leaf.window, at);
      const isIn = sql`timestamp >= ${nanoTimestamp(from)}`;
      const isBefore = sql`timestamp < ${nanoTimestamp(from - leaf.pause)}`;
      const inAll = sql`countIf(${isIn}) > 0 AND countIf(${isBefore}) > 0 AND countIf(NOT (${isIn}) AND NOT (${isBefore})) = 0`;
      return persons(leaf, scope, { from: past.from, to }, inAll);
    }
  }
}

/** All persons ever seen, as `person`. */
export function allPersons(scope: Scope): Sql {
  return select({
    columns: sql`${canonicalDistinctId(scope)} AS person`,
    from: PERSON_SEEN,
    scope,
    groupBy: sql`person`,
  });
}

function allPersonsExcept(others: Sql, scope: Scope): Sql {
  return sql`SELECT person FROM (${allPersons(scope)}) WHERE person NOT IN (${others})`;
}

function toTimeRange(window: LeafWindow, at: bigint): TimeRange {
  if ('last' in window) return { from: at - window.last, to: at };
  return { from: window.from, to: window.to < at ? window.to : at };
}

/** The persons whose events in the range, taken together, satisfy a condition. */
function persons(leaf: BehavioralLeaf, scope: Scope, range: TimeRange, having: Sql): Sql {
  return select({
    columns: sql`${canonicalDistinctId(scope)} AS person`,
    from: EVENTS,
    ...finalIf(leaf.filters.length > 0),
    scope,
    during: range,
    where: [sql`event = ${stringParam(leaf.event)}`, ...eventConditions(leaf.filters, 'filters', scope)],
    groupBy: sql`person`,
    having: [having],
  });
}

const EVENTS_COUNTED = sql`uniqExact(message_id_hash)`;

function personsWho(leaf: BehavioralLeaf, scope: Scope, range: TimeRange, count: CountComparison): Sql {
  const holds = sql`${EVENTS_COUNTED} ${COMPARISONS[count.op].sql} ${uint64(count.value)}`;
  if (!COMPARISONS[count.op].holds(0, count.value)) return persons(leaf, scope, range, holds);
  // Persons without events have no rows to count, so this selects all except those whose number fails the comparison.
  return allPersonsExcept(persons(leaf, scope, range, sql`NOT (${holds})`), scope);
}

const COMPARISONS: Readonly<
  Record<CountOperator, { readonly sql: Sql; readonly holds: (count: number, value: number) => boolean }>
> = {
  eq: { sql: sql`=`, holds: (count, value) => count === value },
  neq: { sql: sql`!=`, holds: (count, value) => count !== value },
  gt: { sql: sql`>`, holds: (count, value) => count > value },
  gte: { sql: sql`>=`, holds: (count, value) => count >= value },
  lt: { sql: sql`<`, holds: (count, value) => count < value },
  lte: { sql: sql`<=`, holds: (count, value) => count <= value },
};

function personsWhoRegularly(leaf: BehavioralLeaf & { op: 'regularly' }, scope: Scope, at: bigint): Sql {
  const { count, period, periods, atLeast } = leaf;
  const range = { from: at - period * BigInt(periods), to: at };
  const { sql: operator, holds } = COMPARISONS[count.op];
  const inPeriods = select({
    columns: sql`${canonicalDistinctId(scope)} AS person, intDiv(${int64(at - 1n)} - toUnixTimestamp64Nano(timestamp), ${int64(period)}) AS nth,
  ${EVENTS_COUNTED} AS events_counted`,
    from: EVENTS,
    ...finalIf(leaf.filters.length > 0),
    scope,
    during: range,
    where: [sql`event = ${stringParam(leaf.event)}`, ...eventConditions(leaf.filters, 'filters', scope)],
    groupBy: sql`person, nth`,
  });
  const compares = sql`events_counted ${operator} ${uint64(count.value)}`;
  const byPerson = (having: Sql): Sql =>
    sql`SELECT person FROM (${inPeriods}) GROUP BY person HAVING ${allOf([having])}`;
  if (!holds(0, count.value)) return byPerson(sql`countIf(${compares}) >= ${uint64(atLeast)}`);
  // A period without events satisfies the comparison too, so this excludes persons with too many periods that do not.
  return allPersonsExcept(byPerson(sql`countIf(NOT (${compares})) > ${uint64(periods - atLeast)}`), scope);
}
