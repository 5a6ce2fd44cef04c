import type { Sql } from '../statement/index.js';

/** Something that can be searched for in a text: made once, applied to one text or to several. */
export type TextPredicate = (text: Sql) => Sql;

/** What a field of the language stands for in a table. A name that is no field is looked up in the attributes. */
export type SearchField =
  /** Prose: words and phrases are looked for in it. */
  | { readonly type: 'text'; readonly matches: (predicate: TextPredicate) => Sql }
  /** Compared as a whole, case and all. */
  | { readonly type: 'keyword'; readonly column: Sql }
  | { readonly type: 'number'; readonly column: Sql }
  /** Raw bytes that are written in hexadecimal. */
  | { readonly type: 'id'; readonly column: Sql; readonly bytes: 8 | 16 }
  /** Names for numbers, in ascending order: levels, statuses, kinds. */
  | { readonly type: 'named'; readonly column: Sql; readonly names: ReadonlyMap<string, NumberRange> };

/** Both ends belong to it. */
export interface NumberRange {
  readonly low: number;
  readonly high: number;
}

/** What can be searched in one table. */
export interface SearchableTable {
  /** Where words without a field are looked for. */
  readonly words: (predicate: TextPredicate) => Sql;
  readonly fields: ReadonlyMap<string, SearchField>;
  /** By column: the index that leaves out what does not equal a value or lacks a word. */
  readonly indexes?: ReadonlyMap<string, string>;
}

export interface FieldDefinition {
  /** Its spellings. */
  readonly names: readonly string[];
  readonly field: SearchField;
}

/** The fields by each of their spellings. */
export function fields(...definitions: readonly FieldDefinition[]): ReadonlyMap<string, SearchField> {
  return new Map(definitions.flatMap(({ names, field }) => names.map((name) => [name, field] as const)));
}

const ATTRIBUTE = 'attributes.';
const RESOURCE = 'resource.';

/** Where to look for a name that is no field: `attributes.NAME` and `resource.NAME` say it, a plain name is looked for in both. */
export function toAttributeNames(name: string): { readonly attribute?: string; readonly resource?: string } {
  if (name.startsWith(ATTRIBUTE)) return { attribute: name.slice(ATTRIBUTE.length) };
  if (name.startsWith(RESOURCE)) return { resource: name.slice(RESOURCE.length) };
  return { attribute: name, resource: name };
}
