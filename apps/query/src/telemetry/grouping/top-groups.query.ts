import { selectFrom, sql, typed, type RowsOf, type Sql } from '@svc/reading/statement';
import { keyAliases } from './group-by.js';

export type GroupRow = RowsOf<typeof selectTopGroups>;

/**
 * The largest groups. Their totals are computed in the same pass.
 *
 * @param counted records as `matching`, by the short names of the keys.
 */
export function selectTopGroups(counted: Sql, keys: readonly Sql[], limit: number) {
  const names = keyAliases(keys);
  return selectFrom(counted, {
    columns: {
      // '' if the records have no value.
      names: typed('Array(String)', sql`[${names}]`),
      hash: typed('UInt64', sql`sipHash64(names)`),
      records: typed('UInt64', sql`sum(matching)`),
      // Totals over all groups, not only the returned ones.
      group_total: typed('UInt64', sql`count() OVER ()`),
      record_total: typed('UInt64', sql`sum(sum(matching)) OVER ()`),
    },
    groupBy: names,
    // A group whose records were all deleted.
    having: [sql`records > 0`],
    orderBy: sql`records DESC, names`,
    limit,
  });
}
