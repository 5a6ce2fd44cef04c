import { ISSUE_VARIANTS } from '@svc/tables';
import { idBytes, select, sql, tableColumns, type Scope, type Sql, idSet } from '../statement/index.js';

/** Errors of any of these variants, given in hexadecimal digits. A set of constants, so that the order key of a table supports it. */
export function variantSet(variants: readonly string[], column: Sql = sql`variant`): Sql {
  const [first, ...others] = variants;
  if (first === undefined) return sql`0`;
  return others.length === 0 ? sql`${column} = ${idBytes(first, 16)}` : sql`${column} IN ${idSet(variants, 16)}`;
}

/**
 * The issues of variants and their readable culprits, for callers that need no more: a copy that follows the relational store within
 * seconds. The other columns are hexadecimal digits.
 */
export function selectIssueIds(scope: Scope, variants: readonly string[]) {
  return select({
    columns: tableColumns(ISSUE_VARIANTS, ['variant', 'issue_id', 'culprit']),
    from: ISSUE_VARIANTS,
    final: true,
    scope,
    where: [variantSet(variants)],
  });
}

/** The ID of an issue or a person from its bytes in hexadecimal digits. */
export const toUuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
