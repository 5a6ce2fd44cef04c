/** Reads of `replay_sessions` by the families that lead from their own data to recordings. */
import { canonicalDistinctId, selectDistinctIds } from '../persons/index.js';
import { sql, stringParams, typed, uint64, type Scope, type Sql } from '../statement/index.js';
import { NANOSECONDS_PER_DAY, NANOSECONDS_PER_MILLISECOND, type TimeRange } from '../time/index.js';

/** The distinct ID of the last chunk, which follows the 20 digits of its time. */
export const lastVisitor = (): Sql => sql`substring(visitor, 21)`;

/** The page of the first chunk, which follows the 20 digits of its time. */
export const firstPage = (): Sql => sql`substring(entry, 21)`;

/** The person and the first page of a recording, as columns. */
export const RECORDED_VISIT = {
  distinct_id: typed('String', lastVisitor()),
  first_url: typed('String', firstPage()),
};

/** When recordings begin that can show a time: a session lasts a day at most, and clocks of browsers are wrong. */
export function recordingsAround({ from, to }: TimeRange): TimeRange {
  return { from: from - 2n * NANOSECONDS_PER_DAY, to: to + NANOSECONDS_PER_DAY };
}

/**
 * Whether a recording is of one of these persons, whichever of their IDs its last chunk has, and had begun and not ended in a time.
 *
 * @param persons distinct IDs.
 */
export function isOfPersonsDuring(scope: Scope, persons: readonly string[], { from, to }: TimeRange): Sql {
  const given = sql`SELECT arrayJoin(${stringParams(persons)}) AS given`;
  const canonicals = sql`SELECT ${canonicalDistinctId(scope, sql`given`, given)} AS canonical FROM (${given})`;
  const isTheirs = sql`${lastVisitor()} IN (SELECT linked_id FROM (${selectDistinctIds(scope, canonicals)}))`;
  const toMs = (time: bigint) => uint64(time / NANOSECONDS_PER_MILLISECOND);
  return sql`(${isTheirs} AND first_ms <= ${toMs(to)} AND last_ms >= ${toMs(from)})`;
}
