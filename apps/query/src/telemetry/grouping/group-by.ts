import { fieldValue, type SearchableTable } from '@svc/reading/search-language';
import { sql, Sql, type Scope } from '@svc/reading/statement';
import { invalidField } from '@svc/service-error';

const MAX_FIELDS = 3;

/** A table whose records are grouped. */
export interface GroupedTable {
  readonly table: SearchableTable;
  /** Why a field with text cannot be named. */
  readonly textReason: string;
}

/** The fields of a `group_by`, each once, in the requested order. */
export function groupByNames(requested: readonly string[], least = 1): readonly string[] {
  const distinct = [...new Set(requested.map((name) => name.trim()))].filter((name) => name !== '');
  if (distinct.length < least) throw invalidField('group_by', 'must name a field');
  if (distinct.length > MAX_FIELDS) throw invalidField('group_by', `must name at most ${MAX_FIELDS} fields`);
  return distinct;
}

/** The expression of each name in a row. */
export function groupByKeys(
  names: readonly string[],
  { table, textReason }: GroupedTable,
  scope: Scope,
): readonly Sql[] {
  return names.map((name) => {
    const key = fieldValue(name, table, scope);
    if (!key) throw invalidField('group_by', textReason);
    return key;
  });
}

/** Short names of the keys of a row, because grouping by names computes an expression once per row. */
const ALIASES = ['key1', 'key2', 'key3'] as const;

export const keyAliases = (keys: readonly Sql[]): Sql =>
  Sql.join(
    ALIASES.slice(0, keys.length).map((name) => Sql.identifier(name)),
    ', ',
  );

/** Each key under its short name. */
export const aliasedKeys = (keys: readonly Sql[]): Sql =>
  Sql.join(
    keys.map((key, index) => sql`${key} AS ${Sql.identifier(ALIASES[index] ?? '')}`),
    ', ',
  );

/** The hash by which the position of a group among others is found. */
export const keyHash = (keys: readonly Sql[]): Sql => sql`sipHash64([${Sql.join(keys, ', ')}])`;
