import { readName, type ColumnName, type EngineValue, type ReadName, type TableDefinition } from '@svc/tables';
import { Sql, sql } from '@svc/tables/sql';

/** An expression of a statement and the engine's type of its values. */
export class Expression<Type extends string = string, Value = EngineValue<Type>> {
  /** Exists for the compiler only; it has no value at runtime. */
  declare readonly value?: Value;

  constructor(
    readonly type: Type,
    readonly sql: Sql,
  ) {}
}

/** The columns of a statement by their names in its rows. */
export type Columns = Readonly<Record<string, Expression<string, unknown>>>;

/** The row type of a statement with these columns. */
export type RowOf<Selected extends Columns> = {
  readonly [Name in keyof Selected]: Selected[Name] extends Expression<string, infer Value> ? Value : never;
};

/** The row type of the statement that a function builds. */
export type RowsOf<Build extends (...values: never[]) => Sql> = ReturnType<Build> extends Sql<infer Row> ? Row : never;

/** Rejects at compile time a type that no row can have. */
type Answerable<Type extends string> = [EngineValue<Type>] extends [never] ? never : Type;

/** An expression whose values have this engine type. The specs compare it with the type that the engine reports. */
export function typed<const Type extends string>(type: Answerable<Type>, expression: Sql): Expression<Type> {
  return new Expression<Type>(type, expression);
}

export const count = (): Expression<'UInt64'> => typed('UInt64', sql`count()`);

/** A time in nanoseconds since 1970, as a decimal string. */
export const nanoseconds = (time: Sql): Expression<'Int64'> => typed('Int64', sql`toUnixTimestamp64Nano(${time})`);

/** Raw bytes as lowercase hexadecimal digits. */
export const hexDigits = (bytes: Sql): Expression<'String'> => typed('String', sql`lower(hex(${bytes}))`);

/** A number that is never infinite or NaN, so never null in a row. */
export const finite = (number: Sql): Expression<'Float64', number> =>
  new Expression<'Float64', number>('Float64', number);

export const finiteNumbers = (numbers: Sql): Expression<'Array(Float64)', number[]> =>
  new Expression<'Array(Float64)', number[]>('Array(Float64)', numbers);

/** A string that is one of a fixed set. */
export const choice = <Choice extends string>(text: Sql): Expression<'String', Choice> =>
  new Expression<'String', Choice>('String', text);

type TableColumns<Table extends TableDefinition, Name extends ColumnName<Table>> = {
  readonly [One in Name as ReadName<One, Table['columns'][One]['type']>]: Expression<Table['columns'][One]['type']>;
};

/** Columns of a table in the form that `TableRow` describes. */
export function tableColumns<Table extends TableDefinition, const Name extends ColumnName<Table>>(
  table: Table,
  names: readonly Name[],
): TableColumns<Table, Name> {
  const columns = names.map((name) => {
    const type = table.columns[name]?.type;
    if (type === undefined) throw new TypeError(`${table.name} has no column ${name}.`);
    return [readName(name, type), readExpression(Sql.identifier(name), type)] as const;
  });
  // The compiler does not follow the names through the entries of an object.
  return Object.fromEntries(columns) as unknown as TableColumns<Table, Name>;
}

function readExpression(column: Sql, type: string): Expression<string, unknown> {
  const isArray = type.startsWith('Array(');
  if (type.includes('DateTime64(9)'))
    return isArray
      ? typed('Array(Int64)', sql`arrayMap(t -> toUnixTimestamp64Nano(t), ${column})`)
      : nanoseconds(column);
  if (type.includes('FixedString('))
    return isArray ? typed('Array(String)', sql`arrayMap(b -> lower(hex(b)), ${column})`) : hexDigits(column);
  return new Expression<string, unknown>(type, column);
}

/** `expression AS name` for each column; a column with its own name needs no alias. */
export function columnList(columns: Columns): Sql {
  return Sql.join(
    Object.entries(columns).map(([name, { sql: expression }]) =>
      isNamed(expression, name) ? expression : sql`${expression} AS ${Sql.identifier(name)}`,
    ),
    ',\n  ',
  );
}

function isNamed({ texts }: Sql, name: string): boolean {
  return texts.length === 1 && texts[0] === name;
}

export function columnTypes(columns: Columns): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, type]));
}
