import type { Condition, Expression, Test } from './expression.js';
import { toAttributeNames, type SearchableTable, type SearchField } from './fields.js';
import { parseSearch } from './parse.js';
import { printSearch } from './print.js';
import { sql, type Sql } from '../statement/index.js';

/** How a query was understood. */
export interface ExplainedSearch {
  /** In one spelling; '' for an empty query. */
  readonly printed: string;
  /** In the order of the query. */
  readonly conditions: readonly ExplainedCondition[];
}

export interface ExplainedCondition {
  /** Where the value begins in the query, counted from 1. */
  readonly position: number;
  /** As written; undefined for words without a field. */
  readonly field: string | undefined;
  readonly test: Test['kind'];
  readonly isNegated: boolean;
  /** What is looked at; the condition holds when it holds for one of them. */
  readonly places: readonly Place[];
}

export interface Place {
  readonly kind: 'column' | 'attribute' | 'resource_attribute';
  readonly name: string;
  readonly type: SearchField['type'];
  /** Of the table, that leaves out what cannot match. */
  readonly index: string | undefined;
}

/** @throws ServiceError invalid_request, as parsing does. */
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
      const places = placesOf(expression, table).map((place) =>
        // What is not there cannot be looked up.
        isNegated ? { ...place, index: undefined } : place,
      );
      return [{ position: at + 1, field, test: test.kind, isNegated, places }];
    }
  }
}

function placesOf({ field, test }: Condition, table: SearchableTable): Place[] {
  if (field === undefined) return columnsOf({ type: 'text', matches: table.words }, test, table);
  const known = table.fields.get(field);
  if (known) return columnsOf(known, test, table);
  const { attribute, resource } = toAttributeNames(field);
  const place = (kind: Place['kind'], name: string | undefined): Place[] =>
    name === undefined ? [] : [{ kind, name, type: 'keyword', index: undefined }];
  return [...place('attribute', attribute), ...place('resource_attribute', resource)];
}

function columnsOf(field: SearchField, test: Test, { indexes = NO_INDEXES }: SearchableTable): Place[] {
  const columns: Sql[] = [];
  if (field.type === 'text') {
    // Prose is whatever the predicate is applied to.
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
