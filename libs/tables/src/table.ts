/** A column as the engine declares it. Its type determines the values that reads return and encoders write. */
export interface ColumnDefinition<Type extends string = string> {
  readonly type: Type;
  readonly codec?: string;
  /** The migration that adds the column to a table that was released without it. */
  readonly addedIn?: string;
  /** The engine computes the column from the others as a row is inserted, so blocks do not carry it. */
  readonly computedAs?: string;
  /** The expression over the row that reads of the column compute; it is not stored. */
  readonly aliasFor?: string;
}

export type ColumnSet = Readonly<Record<string, ColumnDefinition>>;

/** The bound of reads of a table in time: the column, and the expression of the order key that narrows the read. */
export type TimeBound = 'timestamp' | 'date-of-timestamp' | 'day' | 'hour' | 'minute';

/** One table for both engines: migrations render it for the embedded engine and for a cluster. */
export interface TableDefinition<Columns extends ColumnSet = ColumnSet> {
  readonly name: string;
  readonly engine:
    | 'MergeTree'
    | 'AggregatingMergeTree'
    /** Of rows with the same key the one with the greatest version counts, or none if it says that it is deleted. */
    | `ReplacingMergeTree(${'last_seen' | 'ingested_at' | 'version' | 'version, is_deleted'})`;
  readonly columns: Columns;
  /** The column with the project that owns a row; every statement is bounded by it. */
  readonly scope: 'project_number';
  /** Absent if rows have no time that a statement could be bounded by. */
  readonly timeBound?: TimeBound;
  readonly orderBy: string;
  readonly partitionBy?: string;
  readonly ttl?: string;
  readonly indexes?: readonly string[];
  /**
   * The rows of a granule, the least that a read of one row decompresses, where it is not the engine's 8,192. Small ones are for tables
   * that are read row by row.
   */
  readonly granuleRows?: number;
  /** The sharding key in a cluster. */
  readonly shardBy: string;
}

export type ColumnName<Table extends TableDefinition> = keyof Table['columns'] & string;

/** The columns that a block of the table carries. */
export type StoredColumnName<Table extends TableDefinition> = {
  [Name in ColumnName<Table>]: Table['columns'][Name] extends
    { readonly computedAs: string } | { readonly aliasFor: string }
    ? never
    : Name;
}[ColumnName<Table>];

export function defineTable<const Columns extends ColumnSet>(
  name: string,
  definition: Omit<TableDefinition<Columns>, 'name' | 'scope'>,
): TableDefinition<Columns> {
  return { name, scope: 'project_number', ...definition };
}

export function column<const Type extends string>(type: Type, codec = 'ZSTD(1)'): ColumnDefinition<Type> {
  return { type, codec };
}

/**
 * A column that a later migration adds to the table. The migration is generated from this definition; nothing else has
 * to be written.
 */
export function addedColumn<const Type extends string>(addedIn: string, type: Type): ColumnDefinition<Type> {
  return { ...column(type), addedIn };
}

export function computedColumn<const Type extends string>(
  type: Type,
  expression: string,
  codec?: string,
): ColumnDefinition<Type> & { readonly computedAs: string } {
  return { ...column(type, codec), computedAs: expression };
}

export function aliasColumn<const Type extends string>(
  type: Type,
  expression: string,
): ColumnDefinition<Type> & { readonly aliasFor: string } {
  return { type, aliasFor: expression };
}
