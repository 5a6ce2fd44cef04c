import { RESOURCES } from '@svc/columnar';
import { anyOf, select, sql, Sql, stringParam, type Scope } from '../statement/index.js';
import type { Condition, Expression, Test } from './expression.js';
import { fieldInScope, toAttributeNames, type SearchableTable } from './fields.js';
import { either, valueInMap } from './map-values.js';
import { parseSearch } from './parse.js';
import { testField } from './test-field.js';
import { testMapValue } from './test-map-value.js';
import { compareText } from './test-text.js';

/**
 * The condition of a query on the rows of a table; undefined for an empty query. Every value of the caller is a
 * parameter.
 *
 * A name that is not one of the table's fields is an attribute, of the record or of the resource that sent it; the
 * condition matches if either does. `attributes.NAME` and `resource.NAME` select one of the two. An attribute that
 * semantic conventions renamed matches under each of its names.
 *
 * @throws ServiceError `invalid_request` with path `q`, a position and a hint.
 */
export function compileSearch(query: string, table: SearchableTable, scope: Scope): Sql | undefined {
  const expression = parseSearch(query);
  return expression && compile(expression, table, scope);
}

/** An OR is parenthesised; an AND is not, because it binds tighter than any context it appears in. */
function compile(expression: Expression, table: SearchableTable, scope: Scope): Sql {
  switch (expression.kind) {
    case 'and':
      return Sql.join(operands(expression, table, scope), ' AND ');
    case 'or':
      return anyOf(operands(expression, table, scope));
    case 'not':
      return sql`NOT (${compile(expression.operand, table, scope)})`;
    case 'condition':
      return compileCondition(expression, table, scope);
  }
}

function operands(
  expression: Extract<Expression, { kind: 'and' | 'or' }>,
  table: SearchableTable,
  scope: Scope,
): readonly Sql[] {
  return expression.operands.map((operand) => compile(operand, table, scope));
}

function compileCondition({ field, test, at }: Condition, table: SearchableTable, scope: Scope): Sql {
  if (field === undefined) return testField({ type: 'text', matches: table.words }, test, at);
  const known = table.fields.get(field);
  if (known) return testField(fieldInScope(known, scope), test, at);
  const { attributes, resources } = toAttributeNames(field);
  const ofRecord = attributes.map((name) => testAttribute(name, test));
  const ofResource = resources.length === 0 ? [] : [testResource(resources, test, scope)];
  const [only, ...others] = [...ofRecord, ...ofResource];
  if (only && others.length === 0) return only;
  if (test.kind !== 'equals' || test.value === '') return anyOf([...ofRecord, ...ofResource]);
  // All values are read already, in which the first condition looks for this one.
  const inMap = attributes.map((name) => compareText(valueInMap(sql`attributes`, name), test));
  const matches = anyOf([...(attributes.length > 1 ? inMap : ofRecord), ...ofResource]);
  return sql`${mayMatch(resources, test, scope)} AND ${matches}`;
}

/**
 * True for every row that matches. The index of values only skips rows by a condition of this form: the engine counts
 * the resources first, and without any that match, only the condition on the value remains.
 */
function mayMatch(names: readonly string[], test: Extract<Test, { kind: 'equals' }>, scope: Scope): Sql {
  const hasValue = sql`has(mapValues(attributes), ${stringParam(test.value)})`;
  if (names.length === 0) return hasValue;
  const resources = select({ columns: sql`count()`, from: RESOURCES, scope, where: [testAny(names, test)] });
  return sql`(${hasValue} OR (${resources}) > 0)`;
}

/** A test of the attributes with one of these names. */
function testAny(names: readonly string[], test: Test): Sql {
  return either(names.map((name) => testAttribute(name, test)));
}

function testAttribute(name: string, test: Test): Sql {
  return testMapValue(sql`attributes`, stringParam(name), test);
}

function testResource(names: readonly string[], test: Test, scope: Scope): Sql {
  const matching = select({
    columns: sql`resource_hash`,
    from: RESOURCES,
    scope,
    where: [testAny(names, test)],
  });
  return sql`resource_hash IN (${matching})`;
}
