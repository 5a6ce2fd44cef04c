import { tableBounds, tableName, type BoundedTable } from './tables.js';
import { allOf, sql, Sql, uint64 } from './sql.js';

export interface Selection extends BoundedTable {
  readonly columns: Sql;
  /** Rows that replace each other are one, also before the engine has merged them. */
  readonly final?: true;
  readonly groupBy?: Sql;
  readonly having?: readonly (Sql | undefined)[];
  /** `name AS (...)`, for window functions. */
  readonly window?: Sql;
  readonly orderBy?: Sql;
  readonly limit?: number;
}

/**
 * A SELECT over one table, inside the bounds every statement has. Subselects are made by the same function, so they are bounded too.
 */
export function select(selection: Selection): Sql {
  const { columns, from, final, groupBy, having, window, orderBy, limit } = selection;
  return Sql.join(
    [
      sql`SELECT ${columns}`,
      final ? sql`FROM ${tableName(from)} FINAL` : sql`FROM ${tableName(from)}`,
      sql`WHERE ${Sql.join(tableBounds(selection), '\n  AND ')}`,
      ...(groupBy ? [sql`GROUP BY ${groupBy}`] : []),
      ...(having ? [sql`HAVING ${allOf(having)}`] : []),
      ...(window ? [sql`WINDOW ${window}`] : []),
      ...(orderBy ? [sql`ORDER BY ${orderBy}`] : []),
      ...(limit === undefined ? [] : [sql`LIMIT ${uint64(limit)}`]),
    ],
    '\n',
  );
}
