import type { Condition, Expression, Test } from '../expression.js';
import { toAttributeNames, type SearchableTable, type SearchField } from '../fields.js';
import { parseSearch } from '../parse.js';
import { matchField } from './match-field.js';
import { matchMapValue } from './match-map-value.js';

/** Reads the columns of the table from a record. */
export interface RecordReader<R> {
  /** Getters by column name of the table. IDs are lowercase hexadecimal. */
  readonly columns: Readonly<Record<string, (record: R) => string | number>>;
  readonly attributes: (record: R) => Attributes;
  readonly resource: (record: R) => Attributes;
}

/** The first value of a repeated key is used. */
export type Attributes = readonly (readonly [key: string, text: string])[];

export type RecordPredicate<R> = (record: R) => boolean;

/**
 * Compiles a query to a predicate for records that are not in a table yet, equivalent to the condition of
 * `compileSearch`; undefined for an empty query. Validate the query with `compileSearch` first, which reports errors.
 */
export function searchPredicate<R>(
  query: string,
  table: SearchableTable,
  reader: RecordReader<R>,
): RecordPredicate<R> | undefined {
  const expression = parseSearch(query);
  return expression && toPredicate(expression, table, reader);
}

function toPredicate<R>(expression: Expression, table: SearchableTable, reader: RecordReader<R>): RecordPredicate<R> {
  switch (expression.kind) {
    case 'and': {
      const operands = expression.operands.map((operand) => toPredicate(operand, table, reader));
      return (record) => operands.every((holds) => holds(record));
    }
    case 'or': {
      const operands = expression.operands.map((operand) => toPredicate(operand, table, reader));
      return (record) => operands.some((holds) => holds(record));
    }
    case 'not': {
      const holds = toPredicate(expression.operand, table, reader);
      return (record) => !holds(record);
    }
    case 'condition':
      return toConditionPredicate(expression, table, reader);
  }
}

function toConditionPredicate<R>(
  { field, test }: Condition,
  table: SearchableTable,
  reader: RecordReader<R>,
): RecordPredicate<R> {
  if (field === undefined) return fieldPredicate({ type: 'text', matches: table.words }, test, reader);
  const known = table.fields.get(field);
  if (known) return fieldPredicate(known, test, reader);
  const { attributes, resources } = toAttributeNames(field);
  const matches = matchMapValue(test);
  return (record) =>
    attributes.some((name) => matches(findValue(reader.attributes(record), name))) ||
    resources.some((name) => matches(findValue(reader.resource(record), name)));
}

function fieldPredicate<R>(field: SearchField, test: Test, { columns }: RecordReader<R>): RecordPredicate<R> {
  const column = getColumn(field);
  const read = Object.hasOwn(columns, column) ? columns[column] : undefined;
  if (!read) throw new Error(`records have no ${column}`);
  const matches = matchField(field, test);
  return (record) => matches(read(record));
}

/** The fields of a table must be plain columns; anything else could not be read from a record. */
function getColumn(field: SearchField): string {
  const { texts, parameters } = field.type === 'text' ? field.matches((prose) => prose) : field.column;
  if (parameters.length > 0) throw new Error('a field of a record must be a column');
  return texts.join('');
}

function findValue(attributes: Attributes, name: string): string | undefined {
  return attributes.find(([key]) => key === name)?.[1];
}
