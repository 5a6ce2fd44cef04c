import { EVENTS, PERSON_SEEN } from '@svc/tables';
import { eventConditions } from '../events/event-fields.js';
import { canonicalDistinctId } from '../../customers/index.js';
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
import type { BehavioralLeaf, CountComparison, CountOperator, LeafWindow } from './behavioral-leaf.js';

/**
 * The persons a leaf holds for at a moment: a SELECT of their canonical distinct ids, each once, as the only column `person`.
 *
 * @param at nanoseconds since 1970; events at it and later do not count.
 */
export function behavioralCondition(leaf: BehavioralLeaf, at: bigint, scope: Scope): Sql {
  const past = { from: at - scope.retention, to: at };
  switch (leaf.op) {
    case 'performed':
      return whoDid(leaf, scope, rangeOf(leaf.window, at), leaf.count);
    case 'not_performed':
      return everybodyBut(whoDid(leaf, scope, rangeOf(leaf.window, at), leaf.count), scope);
    case 'first_time': {
      const { from, to } = rangeOf(leaf.window, at);
      return persons(leaf, scope, { from: past.from, to }, sql`min(timestamp) >= ${nanoTimestamp(from)}`);
    }
    case 'regularly':
      return whoDidRegularly(leaf, scope, at);
    case 'stopped': {
      const { from, to } = rangeOf(leaf.window, at);
      return persons(leaf, scope, { from: from - leaf.before, to }, sql`max(timestamp) < ${nanoTimestamp(from)}`);
    }
    case 'restarted': {
      const { from, to } = rangeOf(leaf.window, at);
      const isIn = sql`timestamp >= ${nanoTimestamp(from)}`;
      const isBefore = sql`timestamp < ${nanoTimestamp(from - leaf.pause)}`;
      const inAll = sql`countIf(${isIn}) > 0 AND countIf(${isBefore}) > 0 AND countIf(NOT (${isIn}) AND NOT (${isBefore})) = 0`;
      return persons(leaf, scope, { from: past.from, to }, inAll);
    }
  }
}

/** Everybody who was ever seen, as `person`. */
export function everybody(scope: Scope): Sql {
  return select({
    columns: sql`${canonicalDistinctId(scope)} AS person`,
    from: PERSON_SEEN,
    scope,
    groupBy: sql`person`,
  });
}

function everybodyBut(others: Sql, scope: Scope): Sql {
  return sql`SELECT person FROM (${everybody(scope)}) WHERE person NOT IN (${others})`;
}

function rangeOf(window: LeafWindow, at: bigint): TimeRange {
  if ('last' in window) return { from: at - window.last, to: at };
  return { from: window.from, to: window.to < at ? window.to : at };
}

/** The persons of the events in the range for whom a condition on all these events of theirs holds. */
function persons(leaf: BehavioralLeaf, scope: Scope, range: TimeRange, having: Sql): Sql {
  return select({
    columns: sql`${canonicalDistinctId(scope)} AS person`,
    from: EVENTS,
    final: true,
    scope,
    during: range,
    where: [sql`event = ${stringParam(leaf.event)}`, ...eventConditions(leaf.filters, 'filters', scope)],
    groupBy: sql`person`,
    having: [having],
  });
}

/** A hash of 64 bits stands for a message id. */
const EVENTS_COUNTED = sql`uniqExact(cityHash64(message_id))`;

function whoDid(leaf: BehavioralLeaf, scope: Scope, range: TimeRange, count: CountComparison): Sql {
  const holds = sql`${EVENTS_COUNTED} ${COMPARISONS[count.op].sql} ${uint64(count.value)}`;
  if (!COMPARISONS[count.op].holds(0, count.value)) return persons(leaf, scope, range, holds);
  // Nobody without events has rows to count: all are in but those whose number does not compare.
  return everybodyBut(persons(leaf, scope, range, sql`NOT (${holds})`), scope);
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

function whoDidRegularly(leaf: BehavioralLeaf & { op: 'regularly' }, scope: Scope, at: bigint): Sql {
  const { count, period, periods, atLeast } = leaf;
  const range = { from: at - period * BigInt(periods), to: at };
  const { sql: operator, holds } = COMPARISONS[count.op];
  const inPeriods = select({
    columns: sql`${canonicalDistinctId(scope)} AS person, intDiv(${int64(at - 1n)} - toUnixTimestamp64Nano(timestamp), ${int64(period)}) AS nth,
  ${EVENTS_COUNTED} AS events_counted`,
    from: EVENTS,
    final: true,
    scope,
    during: range,
    where: [sql`event = ${stringParam(leaf.event)}`, ...eventConditions(leaf.filters, 'filters', scope)],
    groupBy: sql`person, nth`,
  });
  const compares = sql`events_counted ${operator} ${uint64(count.value)}`;
  const byPerson = (having: Sql): Sql =>
    sql`SELECT person FROM (${inPeriods}) GROUP BY person HAVING ${allOf([having])}`;
  if (!holds(0, count.value)) return byPerson(sql`countIf(${compares}) >= ${uint64(atLeast)}`);
  // A period without events compares too: those are out who have too many periods that do not.
  return everybodyBut(byPerson(sql`countIf(NOT (${compares})) > ${uint64(periods - atLeast)}`), scope);
}
