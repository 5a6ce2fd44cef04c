import { select, selectFrom, sql, stringParams, type Scope, type Sql } from '@svc/reading/statement';
import { ISSUE_VARIANTS } from '@svc/tables';
import type { IssuesRepository, VariantIssue } from '../issues.repository.js';

/** More variants than these are not sent with a statement, but read from their copy in the column store. */
const MAX_SENT = 3_000;

/** The variants of issues, for statements that count their errors. */
export interface VariantMap {
  /** Whether a row belongs to one of the issues. */
  readonly condition: Sql;
  /** A join of rows with a column `variant` that adds the column `issue`: the ID of the issue. */
  readonly join: Sql;
}

/** Undefined if the issues have no variants. */
export async function readVariantMap(
  issues: IssuesRepository,
  issueIds: readonly string[],
  scope: Scope,
): Promise<VariantMap | undefined> {
  const variants = await issues.variants(issueIds, MAX_SENT + 1);
  if (variants.length === 0) return undefined;
  return toMap(variants.length > MAX_SENT ? selectCopied(issueIds, scope) : selectSent(variants));
}

function toMap(pairs: Sql): VariantMap {
  return {
    condition: sql`variant IN (SELECT mapped FROM (${pairs}))`,
    join: sql`INNER JOIN (${pairs}) AS issues ON variant = issues.mapped`,
  };
}

function selectSent(variants: readonly VariantIssue[]): Sql {
  const pairs = sql`arrayZip(${stringParams(variants.map(({ variant }) => variant))}, ${stringParams(variants.map(({ issueId }) => issueId))})`;
  return sql`SELECT toFixedString(unhex(pair.1), 16) AS mapped, pair.2 AS issue FROM (SELECT arrayJoin(${pairs}) AS pair)`;
}

function selectCopied(issueIds: readonly string[], scope: Scope): Sql {
  const copied = select({
    columns: sql`variant AS mapped, lower(hex(issue_id)) AS digits`,
    from: ISSUE_VARIANTS,
    final: true,
    scope,
    where: [sql`has(${stringParams(issueIds.map((id) => id.replaceAll('-', '')))}, lower(hex(issue_id)))`],
  });
  const dashed = sql`replaceRegexpOne(digits, '(.{8})(.{4})(.{4})(.{4})(.{12})', '\\\\1-\\\\2-\\\\3-\\\\4-\\\\5')`;
  return selectFrom(copied, { columns: sql`mapped, ${dashed} AS issue` });
}
