import { select, selectFrom, sql, typed, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { ERROR_HOURS, ISSUE_VARIANTS } from '@svc/tables';

/** The 95th percentile of the events that issues of a project have in an hour, over the hours in which they have any. */
export function selectProjectP95(scope: Scope, during: TimeRange) {
  const hours = select({
    columns: sql`variant, hour, sum(events) AS counted`,
    from: ERROR_HOURS,
    scope,
    during,
    groupBy: sql`variant, hour`,
  });
  const issues = select({
    columns: sql`variant AS mapped, issue_id`,
    from: ISSUE_VARIANTS,
    final: true,
    scope,
  });
  const byIssue = selectFrom(hours, {
    columns: sql`sum(counted) AS counted`,
    join: sql`AS hours INNER JOIN (${issues}) AS issues ON variant = mapped`,
    groupBy: sql`issue_id, hour`,
  });
  return selectFrom(byIssue, { columns: { p95: typed('Float64', sql`ifNotFinite(quantile(0.95)(counted), 0)`) } });
}
