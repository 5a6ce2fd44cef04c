import { EVENTS, PERSON_SEEN } from '@svc/columnar';
import { canonicalDistinctId, distinctIdsOf } from '../../../customers/index.js';
import { select, sql, stringParam, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

export interface TriggererRow {
  readonly canonical: string;
  readonly messages: string;
  /** Nanoseconds since 1970. */
  readonly first: string;
  readonly last: string;
}

export interface TriggererPage {
  readonly scope: Scope;
  readonly range: TimeRange;
  readonly event: string;
  readonly match: Sql | undefined;
  /** The last canonical distinct id of the page before. */
  readonly behind: string | undefined;
  readonly limit: number;
}

/** Persons by the bytes of their canonical distinct ids, which no later event changes. */
export function selectTriggerers({ scope, range, event, match, behind, limit }: TriggererPage): Sql {
  return select({
    columns: sql`${canonicalDistinctId(scope)} AS canonical, uniqExact(cityHash64(message_id)) AS messages,
  toUnixTimestamp64Nano(min(timestamp)) AS first, toUnixTimestamp64Nano(max(timestamp)) AS last`,
    from: EVENTS,
    final: true,
    scope,
    during: range,
    where: [sql`event = ${stringParam(event)}`, match],
    groupBy: sql`canonical`,
    having: [behind === undefined ? undefined : sql`canonical > ${stringParam(behind)}`],
    orderBy: sql`canonical`,
    limit,
  });
}

export interface AliasRow {
  readonly canonical: string;
  readonly distinct_id: string;
  readonly identified: number;
  /** Nanoseconds since 1970. */
  readonly first: string;
  readonly last: string;
}

/** Every distinct id of persons that was seen. */
export function selectAliases(scope: Scope, canonicals: readonly string[]): Sql {
  return select({
    columns: sql`${canonicalDistinctId(scope)} AS canonical, distinct_id, max(is_identified) AS identified,
  toUnixTimestamp64Nano(min(first_seen)) AS first, toUnixTimestamp64Nano(max(last_seen)) AS last`,
    from: PERSON_SEEN,
    scope,
    where: [sql`distinct_id IN (${distinctIdsOf(scope, canonicals)})`],
    groupBy: sql`canonical, distinct_id`,
    orderBy: sql`canonical, distinct_id`,
  });
}
