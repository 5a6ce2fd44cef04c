import {
  finite,
  nanoTimestamp,
  oneOf,
  select,
  selectFrom,
  sql,
  typed,
  type RowsOf,
  type Scope,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { ERROR_MINUTES, ISSUE_VARIANTS, REQUEST_MINUTES } from '@svc/tables';

export type IssueCountRow = RowsOf<typeof selectIssueCounts>;

/** Errors of each issue before and since a time, in whole minutes, most errors since then first. */
export function selectIssueCounts(scope: Scope, range: TimeRange, since: bigint, limit: number) {
  const errors = select({
    columns: sql`variant, service_name AS of_service, minute >= toDateTime(${nanoTimestamp(since)}) AS abnormal_side, sum(events) AS counted`,
    from: ERROR_MINUTES,
    scope,
    during: range,
    groupBy: sql`variant, of_service, abnormal_side`,
  });
  const issues = select({
    columns: sql`variant AS mapped, lower(hex(issue_id)) AS digits`,
    from: ISSUE_VARIANTS,
    final: true,
    scope,
  });
  return selectFrom(errors, {
    columns: {
      // The ID of the issue without its dashes.
      issue: typed('String', sql`digits`),
      service: typed('String', sql`toString(argMax(of_service, counted))`),
      normal: typed('UInt64', sql`sumIf(counted, NOT abnormal_side)`),
      abnormal: typed('UInt64', sql`sumIf(counted, abnormal_side)`),
    },
    join: sql`AS errors INNER JOIN (${issues}) AS issues ON variant = issues.mapped`,
    groupBy: sql`issue`,
    having: [sql`abnormal > 0`],
    orderBy: sql`abnormal DESC, issue`,
    limit,
  });
}

/** Requests of each service before and since a time, in whole minutes. */
export function selectRequestSides(scope: Scope, range: TimeRange, since: bigint, services: readonly string[]) {
  const isAbnormal = sql`minute >= toDateTime(${nanoTimestamp(since)})`;
  return select({
    columns: {
      service: typed('String', sql`service_name`),
      normal: finite(sql`toFloat64(sumIf(requests, NOT ${isAbnormal})) + sumIf(added_requests, NOT ${isAbnormal})`),
      abnormal: finite(sql`toFloat64(sumIf(requests, ${isAbnormal})) + sumIf(added_requests, ${isAbnormal})`),
    },
    from: REQUEST_MINUTES,
    scope,
    during: range,
    where: [oneOf(sql`service_name`, services)],
    groupBy: sql`service`,
    orderBy: sql`service`,
  });
}
