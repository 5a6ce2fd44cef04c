import type { EngineValue } from './engine-type.js';
import type { ColumnDefinition, ColumnName, StoredColumnName, TableDefinition } from './table.js';

/**
 * A row as reads return it. Times are decimal nanoseconds under a name that ends in `_ns`, raw bytes are lowercase
 * hexadecimal digits under a name that ends in `_hex`. If an alias were named like its column, the engine would use the
 * alias in WHERE, too.
 */
export type TableRow<Table extends TableDefinition, Names extends ColumnName<Table> = StoredColumnName<Table>> = {
  readonly [Name in Names as ReadName<Name, TypeOf<Table, Name>>]: EngineValue<TypeOf<Table, Name>>;
};

export type ReadName<Name extends string, Type extends string> = `${Flat<Name>}${Suffix<Type>}`;

type TypeOf<Table extends TableDefinition, Name extends string> = Table['columns'][Name]['type'];

type Flat<Name extends string> = Name extends `${infer Group}.${infer Member}` ? `${Group}_${Member}` : Name;

type Suffix<Type extends string> = Type extends `${string}DateTime64(9)${string}`
  ? '_ns'
  : Type extends `${string}FixedString(${string}`
    ? '_hex'
    : '';

export function readName<const Name extends string, const Type extends string>(
  name: Name,
  type: Type,
): ReadName<Name, Type> {
  const suffix = type.includes('DateTime64(9)') ? '_ns' : type.includes('FixedString(') ? '_hex' : '';
  return `${name.replace('.', '_')}${suffix}` as ReadName<Name, Type>;
}

/** The name of a table's column in its rows. */
export function rowKey<Table extends TableDefinition, Name extends ColumnName<Table>>(
  table: Table,
  name: Name,
): keyof TableRow<Table, Name> & string {
  return readName<string, string>(name, table.columns[name]?.type ?? '') as keyof TableRow<Table, Name> & string;
}

/** Whether blocks carry the column. */
export const isStored = (column: ColumnDefinition | undefined): boolean =>
  column?.computedAs === undefined && column?.aliasFor === undefined;

/** All stored columns of a table except these; includes any column that is added to the table. */
export function columnsExcept<Table extends TableDefinition, const Left extends StoredColumnName<Table>>(
  { columns }: Table,
  ...left: readonly Left[]
): readonly Exclude<StoredColumnName<Table>, Left>[] {
  const isLeft = new Set<string>(left);
  const names = Object.keys(columns).filter((name) => isStored(columns[name]) && !isLeft.has(name));
  return names as Exclude<StoredColumnName<Table>, Left>[];
}
