import { int64s, sql, stringParams, type Sql } from '@svc/reading/statement';

/** A session of a page. */
export interface ListedSession {
  readonly session_id: string;
  /** When its first chunk was received, in nanoseconds since 1970. */
  readonly timestamp_ns: string;
}

/**
 * The rows of the sessions of a page. Their starts are in the order key, their IDs are not: by these alone, the rows of thirty sessions
 * cost as much as those of the whole window.
 */
export function areListed(sessions: readonly ListedSession[]): Sql {
  const starts = int64s(sessions.map((row) => BigInt(row.timestamp_ns)));
  const ids = stringParams(sessions.map((row) => row.session_id));
  return sql`(timestamp IN (SELECT fromUnixTimestamp64Nano(arrayJoin(${starts}))) AND has(${ids}, session_id))`;
}
