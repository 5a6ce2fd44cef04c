import { sql, type Sql } from '../statement/index.js';
import type { Condition, Expression, Test } from './expression.js';
import { toAttributeNames, type SearchableTable, type SearchField } from './fields.js';
import { parseSearch } from './parse.js';
import { printSearch } from './print.js';

/** The interpretation of a query. */
export interface ExplainedSearch {
  /** The query in canonical form; '' for an empty query. */
  readonly printed: string;
  /** The conditions in the order of the query. */
  readonly conditions: readonly ExplainedCondition[];
}

export interface ExplainedCondition {
  /** Position of the value in the query, counted from 1. */
  readonly position: number;
  /** As written; undefined for words without a field. */
  readonly field: string | undefined;
  readonly test: Test['kind'];
  readonly isNegated: boolean;
  /** The columns and attributes that are tested; the condition holds if one of them matches. */
  readonly places: readonly Place[];
}

export interface Place {
  readonly kind: 'column' | 'attribute' | 'resource_attribute';
  readonly name: string;
  readonly type: SearchField['type'];
  /** The index of the table that skips rows that cannot match. */
  readonly index: string | undefined;
}

/** @throws ServiceError invalid_request, like parsing. */
export function explainSearch(query: string, table: SearchableTable): ExplainedSearch {
  const expression = parseSearch(query);
  if (!expression) return { printed: '', conditions: [] };
  return { printed: printSearch(expression), conditions: explain(expression, table, false) };
}

function explain(expression: Expression, table: SearchableTable, isNegated: boolean): ExplainedCondition[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.operands.flatMap((operand) => explain(operand, table, isNegated));
    case 'not':
      return explain(expression.operand, table, !isNegated);
    case 'condition': {
      const { field, test, at } = expression;
      const places = listPlaces(expression, table).map((place) =>
        // An index cannot look up absent values.
        isNegated ? { ...place, index: undefined } : place,
      );
      return [{ position: at + 1, field, test: test.kind, isNegated, places }];
    }
  }
}

function listPlaces({ field, test }: Condition, table: SearchableTable): Place[] {
  if (field === undefined) return columnPlaces({ type: 'text', matches: table.words }, test, table);
  const known = table.fields.get(field);
  if (known) return columnPlaces(known, test, table);
  const { attributes, resources } = toAttributeNames(field);
  const place = (kind: Place['kind'], name: string, index?: string): Place => ({ kind, name, type: 'keyword', index });
  // An empty value is in no index of values.
  const isLookedUp = test.kind === 'equals' && test.value !== '';
  const index = isLookedUp ? table.indexes?.get('attributes') : undefined;
  return [
    ...attributes.map((name) => place('attribute', name, index)),
    ...resources.map((name) => place('resource_attribute', name)),
  ];
}

function columnPlaces(field: SearchField, test: Test, { indexes = NO_INDEXES }: SearchableTable): Place[] {
  const columns: Sql[] = [];
  if (field.type === 'text') {
    // Prose fields take a predicate; here it only records the column it is applied to.
    field.matches((prose) => {
      columns.push(prose);
      return sql`1`;
    });
  } else {
    columns.push(field.column);
  }
  const isLookedUp = test.kind === 'equals' || (field.type === 'text' && test.kind === 'pattern');
  return columns.map((column) => {
    const name = column.texts.join('');
    return { kind: 'column', name, type: field.type, index: isLookedUp ? indexes.get(name) : undefined };
  });
}

const NO_INDEXES: ReadonlyMap<string, string> = new Map();
