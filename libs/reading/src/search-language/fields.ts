import { spellings } from '../semantic-conventions/index.js';
import type { Scope, Sql } from '../statement/index.js';

/** A search in prose: built once, applied to one or several columns. */
export type TextPredicate = (text: Sql) => Sql;

/** The meaning of a field of the language in a table. A name that is not a field is looked up in the attributes. */
export type SearchField =
  /** Prose, which is searched for words and phrases. */
  | { readonly type: 'text'; readonly matches: (predicate: TextPredicate) => Sql }
  /** Compared as a whole and case-sensitively. A value that is not in the row has an expression that depends on the project. */
  | { readonly type: 'keyword'; readonly column: Sql; readonly inScope?: (scope: Scope) => Sql }
  | { readonly type: 'number'; readonly column: Sql }
  /** Raw bytes that queries write in hexadecimal. */
  | { readonly type: 'id'; readonly column: Sql; readonly bytes: 8 | 16 }
  /** Names of numbers in ascending order: levels, statuses, kinds. */
  | { readonly type: 'named'; readonly column: Sql; readonly names: ReadonlyMap<string, NumberRange> };

/** Includes both ends. */
export interface NumberRange {
  readonly low: number;
  readonly high: number;
}

/** The searchable parts of one table. */
export interface SearchableTable {
  /** Searches words without a field. */
  readonly words: (predicate: TextPredicate) => Sql;
  readonly fields: ReadonlyMap<string, SearchField>;
  /** The index of each column that skips rows that do not equal a value or lack a word. */
  readonly indexes?: ReadonlyMap<string, string>;
}

export interface FieldDefinition {
  /** All spellings of the field. */
  readonly names: readonly string[];
  readonly field: SearchField;
}

/** The fields by each of their spellings. */
export function fields(...definitions: readonly FieldDefinition[]): ReadonlyMap<string, SearchField> {
  return new Map(definitions.flatMap(({ names, field }) => names.map((name) => [name, field] as const)));
}

/** The field with the expression of its value in a project. */
export function fieldInScope(field: SearchField, scope: Scope): SearchField {
  return field.type === 'keyword' && field.inScope ? { type: 'keyword', column: field.inScope(scope) } : field;
}

const ATTRIBUTE = 'attributes.';
const RESOURCE = 'resource.';

/** The names under which an attribute is looked up in a place, the current one first; none if the place is not searched. */
export interface AttributeNames {
  readonly attributes: readonly string[];
  readonly resources: readonly string[];
}

/**
 * Splits a name that is not a field into its places: `attributes.NAME` and `resource.NAME` select one place, a plain
 * name is looked up in both. Old and new names of semantic conventions are one name.
 */
export function toAttributeNames(name: string): AttributeNames {
  if (name.startsWith(ATTRIBUTE)) return { attributes: spellings(name.slice(ATTRIBUTE.length)), resources: [] };
  if (name.startsWith(RESOURCE)) return { attributes: [], resources: spellings(name.slice(RESOURCE.length)) };
  return { attributes: spellings(name), resources: spellings(name) };
}
