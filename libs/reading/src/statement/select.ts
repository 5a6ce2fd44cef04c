import { allOf, sql, Sql, uint64 } from '@svc/tables/sql';
import { columnList, columnTypes, type Columns, type RowOf } from './columns.js';
import { tableBounds, tableName, type BoundedTable } from './tables.js';

interface Shape<Selected> {
  /**
   * Columns by name, with types that the rows are inferred from; or plain SQL for a selection that is part of another.
   */
  readonly columns: Selected;
  readonly groupBy?: Sql;
  readonly having?: readonly (Sql | undefined)[];
  readonly orderBy?: Sql;
  readonly limit?: number;
  readonly offset?: number;
  /** Limits the rows for each value of this expression to `limit`. */
  readonly limitBy?: Sql;
}

export interface Selection<Selected = Sql> extends BoundedTable, Shape<Selected> {
  /** Counts rows that replace each other as one, even before the engine has merged them. */
  readonly final?: true;
  /** `name AS (...)`, for window functions. */
  readonly window?: Sql;
}

/**
 * A SELECT from one table, inside the bounds that every statement has. Subselects are built by the same function, so
 * they are bounded too.
 */
export function select<const Selected extends Columns>(selection: Selection<Selected>): Sql<RowOf<Selected>>;
export function select(selection: Selection): Sql;
export function select(selection: Selection<Columns | Sql>): Sql {
  const { columns, from, final, window } = selection;
  const source = final ? sql`FROM ${tableName(from)} FINAL` : sql`FROM ${tableName(from)}`;
  const where = sql`WHERE ${Sql.join(tableBounds(selection), '\n  AND ')}`;
  return build(columns, [source, where], selection, window);
}

interface OuterSelection<Selected> extends Shape<Selected> {
  /** `AS name INNER JOIN (...) ...`: a join with another bounded selection. */
  readonly join?: Sql;
  readonly where?: readonly (Sql | undefined)[];
}

/** A SELECT from a bounded selection. */
export function selectFrom<const Selected extends Columns>(
  source: Sql,
  selection: OuterSelection<Selected>,
): Sql<RowOf<Selected>>;
export function selectFrom(source: Sql, selection: OuterSelection<Sql>): Sql;
export function selectFrom(source: Sql, selection: OuterSelection<Columns | Sql>): Sql {
  const { columns, join, where } = selection;
  const from = join ? sql`FROM (${source}) ${join}` : sql`FROM (${source})`;
  return build(columns, [from, ...(where ? [sql`WHERE ${allOf(where)}`] : [])], selection);
}

/** The rows of several statements with equal columns. */
export function unionAll<Row>(statements: readonly Sql<Row>[]): Sql<Row> {
  const union = Sql.join(statements, '\nUNION ALL\n');
  const [first] = statements;
  return first?.types ? union.withTypes<Row>(first.types) : (union as Sql<Row>);
}

function build(columns: Columns | Sql, body: readonly Sql[], shape: Shape<unknown>, window?: Sql): Sql {
  const { groupBy, having, orderBy, limit, limitBy, offset } = shape;
  const statement = Sql.join(
    [
      sql`SELECT ${columns instanceof Sql ? columns : columnList(columns)}`,
      ...body,
      ...(groupBy ? [sql`GROUP BY ${groupBy}`] : []),
      ...(having ? [sql`HAVING ${allOf(having)}`] : []),
      ...(window ? [sql`WINDOW ${window}`] : []),
      ...(orderBy ? [sql`ORDER BY ${orderBy}`] : []),
      ...(limit === undefined
        ? []
        : [limitBy ? sql`LIMIT ${uint64(limit)} BY ${limitBy}` : sql`LIMIT ${uint64(limit)}`]),
      ...(offset === undefined ? [] : [sql`OFFSET ${uint64(offset)}`]),
    ],
    '\n',
  );
  return columns instanceof Sql ? statement : statement.withTypes(columnTypes(columns));
}
