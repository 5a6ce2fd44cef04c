/** Reads of `replay_sessions` by the families that lead from their own data to recordings. */
import { sql, typed, type Sql } from '../statement/index.js';
import { NANOSECONDS_PER_DAY, type TimeRange } from '../time/index.js';

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
