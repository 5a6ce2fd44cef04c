import {
  idBytes,
  nanoTimestamp,
  select,
  selectFrom,
  sql,
  Sql,
  stringParam,
  uint64,
  type Scope,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import type { TableDefinition } from '@svc/tables';

/**
 * A column of the order of an export. Together the columns identify a row, so that a later part continues exactly after
 * an earlier one.
 */
export interface KeyPart {
  readonly column: Sql;
  /** The value as a text that `toSql` reads. */
  readonly text: (value: Sql) => Sql;
  readonly toSql: (text: string) => Sql;
}

export const KEY = {
  time: (column: Sql): KeyPart => ({
    column,
    text: (value) => sql`toString(toUnixTimestamp64Nano(${value}))`,
    toSql: (text) => nanoTimestamp(BigInt(text)),
  }),
  bytes: (column: Sql, length: 8 | 16): KeyPart => ({
    column,
    text: (value) => sql`lower(hex(${value}))`,
    toSql: (text) => idBytes(text, length),
  }),
  integer: (column: Sql): KeyPart => ({
    column,
    text: (value) => sql`toString(${value})`,
    toSql: (text) => sql`${uint64(BigInt(text))}`,
  }),
  text: (column: Sql): KeyPart => ({
    column,
    text: (value) => sql`toString(${value})`,
    toSql: (text) => sql`${stringParam(text)}`,
  }),
};

/** The values of a key as texts. */
export type Position = readonly string[];

/** Rows of a stage after a position, up to and including another one, in a slice of time if the stage is read in such slices. */
export interface ChunkBounds {
  readonly slice: TimeRange | undefined;
  readonly after: Position | undefined;
  readonly upTo: Position | undefined;
}

/**
 * Rows of one table, or rows computed from tables. Most signals have one stage; metrics have one for each of their
 * tables.
 */
export interface Stage {
  readonly key: readonly KeyPart[];
  /** The window, if the rows are read in slices of time. The first part of the key is the time then. */
  readonly sliced: TimeRange | undefined;
  /** The order of the key among the columns of `rows` without a limit. */
  readonly order: Sql;
  /** The rows of a chunk. With a limit, only columns of the key can be selected. */
  rows(bounds: ChunkBounds, columns: Sql, tail?: { readonly orderBy?: Sql; readonly limit?: number }): Sql;
}

export interface TableStage {
  readonly from: TableDefinition;
  readonly scope: Scope;
  readonly window: TimeRange;
  readonly key: readonly KeyPart[];
  readonly isSliced: boolean;
  readonly where: readonly (Sql | undefined)[];
  /** Rows that are left out; depends on the chunk. */
  readonly except?: (bounds: ChunkBounds) => Sql | undefined;
  readonly final?: true;
  /** A join with other tables, as `JOIN ...` after the rows, whose alias is `r`. */
  readonly join?: (bounds: ChunkBounds) => Sql;
  /** The order of joined rows. */
  readonly order?: Sql;
}

export function tableStage(table: TableStage): Stage {
  const { from, scope, window, key, isSliced, where, except, final, join, order = keyColumns(key) } = table;
  return {
    key,
    order,
    sliced: isSliced ? window : undefined,
    rows(bounds, columns, tail = {}) {
      const rows = {
        from,
        scope,
        during: bounds.slice ?? window,
        where: [...where, ...within(key, bounds), except?.(bounds)],
        ...(final && { final }),
      };
      if (!join || tail.limit !== undefined) return select({ ...rows, columns, ...tail });
      return selectFrom(select({ ...rows, columns: sql`*` }), { columns, join: sql`AS r ${join(bounds)}`, ...tail });
    },
  };
}

/** The conditions that a row is between two positions. */
export function within(key: readonly KeyPart[], { after, upTo }: Pick<ChunkBounds, 'after' | 'upTo'>): Sql[] {
  const columns = keyTuple(key);
  const at = (position: Position): Sql =>
    sql`tuple(${Sql.join(
      key.map(({ toSql }, index) => toSql(position[index] ?? '')),
      ', ',
    )})`;
  return [...(after ? [sql`${columns} > ${at(after)}`] : []), ...(upTo ? [sql`${columns} <= ${at(upTo)}`] : [])];
}

export const keyTuple = (key: readonly KeyPart[]): Sql => sql`tuple(${keyColumns(key)})`;
export const keyColumns = (key: readonly KeyPart[]): Sql =>
  Sql.join(
    key.map(({ column }) => column),
    ', ',
  );
