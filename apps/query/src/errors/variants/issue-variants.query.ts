import { select, sql, type Scope, type Sql } from '@svc/reading/statement';
import { ISSUE_VARIANTS } from '@svc/tables';

/** The issue of each variant, as far as merges and new issues have reached the column store. */
export function selectVariants(scope: Scope, condition?: Sql): Sql {
  return select({
    columns: sql`variant, issue_id`,
    from: ISSUE_VARIANTS,
    final: true,
    scope,
    where: [condition],
  });
}
