import { EVENTS, PERSON_SEEN } from '@svc/tables';
import { canonicalDistinctId, selectDistinctIds } from '../../../customers/index.js';
import {
  nanoseconds,
  select,
  sql,
  stringParam,
  tableColumns,
  typed,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { finalIf } from '../event-fields.js';

export type TriggererRow = RowsOf<typeof selectTriggerers>;

export interface TriggererPage {
  readonly scope: Scope;
  readonly range: TimeRange;
  readonly event: string;
  readonly match: Sql | undefined;
  /** The last canonical distinct ID of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Persons ordered by the bytes of their canonical distinct IDs, which no later event changes. */
export function selectTriggerers({ scope, range, event, match, after, limit }: TriggererPage) {
  return select({
    columns: {
      canonical: typed('String', sql`${canonicalDistinctId(scope)}`),
      messages: typed('UInt64', sql`uniqExact(message_id_hash)`),
      // Nanoseconds since 1970.
      first: nanoseconds(sql`min(timestamp)`),
      last: nanoseconds(sql`max(timestamp)`),
    },
    from: EVENTS,
    ...finalIf(match !== undefined),
    scope,
    during: range,
    where: [sql`event = ${stringParam(event)}`, match],
    groupBy: sql`canonical`,
    having: [after === undefined ? undefined : sql`canonical > ${stringParam(after)}`],
    orderBy: sql`canonical`,
    limit,
  });
}

export type AliasRow = RowsOf<typeof selectAliases>;

/** All seen distinct IDs of persons. */
export function selectAliases(scope: Scope, canonicals: readonly string[]) {
  return select({
    columns: {
      canonical: typed('String', sql`${canonicalDistinctId(scope)}`),
      ...tableColumns(PERSON_SEEN, ['distinct_id']),
      identified: typed('UInt8', sql`max(is_identified)`),
      // Nanoseconds since 1970.
      first: nanoseconds(sql`min(first_seen)`),
      last: nanoseconds(sql`max(last_seen)`),
    },
    from: PERSON_SEEN,
    scope,
    where: [sql`distinct_id IN (${selectDistinctIds(scope, canonicals)})`],
    groupBy: sql`canonical, distinct_id`,
    orderBy: sql`canonical, distinct_id`,
  });
}
