import { canonicalDistinctId, selectDistinctIds } from '@svc/reading/persons';
import { nanoseconds, select, sql, tableColumns, typed, type RowsOf, type Scope } from '@svc/reading/statement';
import { PERSON_SEEN } from '@svc/tables';

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
