import {
  hexDigits,
  isAfter,
  nanoseconds,
  nanoTimestamp,
  selectFrom,
  sql,
  typed,
  type Position,
  type RowOf,
  type Scope,
  type Sql,
  idSet,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { countErrors, countUsers } from '../counts/error-counts.query.js';
import { selectVariants } from '../variants/issue-variants.query.js';

export interface CountedGroups {
  readonly scope: Scope;
  readonly range: TimeRange;
  /** Conditions from `groupFilters`. */
  readonly filter: readonly (Sql | undefined)[];
}

/** The figures of one group. */
const FIGURES = {
  total: typed('UInt64', sql`sum(matching)`),
  first_time: nanoseconds(sql`min(first)`),
  last_time: nanoseconds(sql`max(last) AS latest`),
};
export type GroupFigures = RowOf<typeof FIGURES>;

const VARIANT = { columns: () => sql`variant`, groupBy: sql`variant` };

/** Groups by their last error, newest first. The ID is that of the issue, in hexadecimal digits. */
export function selectGroups(groups: CountedGroups & { readonly after: Position | undefined; readonly limit: number }) {
  const { scope, range, filter, after, limit } = groups;
  return selectFrom(countErrors({ scope, range, where: filter, ...VARIANT }), {
    columns: { issue: hexDigits(sql`issue_id`), ...FIGURES },
    join: sql`AS counted INNER JOIN (${selectVariants(scope)}) AS issues ON counted.variant = issues.variant`,
    groupBy: sql`issue_id`,
    having: [after && isAfter(sql`latest, issue_id`, nanoTimestamp(after.value), after, 'desc')],
    orderBy: sql`latest DESC, issue_id DESC`,
    limit,
  });
}

/** Estimated numbers of distinct IDs by issue, for issues given in hexadecimal digits. */
export function selectUsers({ scope, range, filter }: CountedGroups, issues: readonly string[]) {
  const variants = selectVariants(scope, sql`issue_id IN ${idSet(issues, 16)}`);
  const where = [sql`variant IN (SELECT variant FROM (${variants}))`, ...filter];
  return selectFrom(countUsers({ scope, range, where, ...VARIANT }), {
    columns: { issue: hexDigits(sql`issue_id`), affected: typed('UInt64', sql`uniqCombined64Merge(12)(people)`) },
    join: sql`AS counted INNER JOIN (${variants}) AS issues ON counted.variant = issues.variant`,
    groupBy: sql`issue_id`,
  });
}

/** The figures of one group. One row, also without errors. */
export function selectFigures({ scope, range, filter }: CountedGroups) {
  const all = { columns: () => sql`1 AS one`, groupBy: sql`one` };
  return selectFrom(countUsers({ scope, range, where: filter, ...all }), {
    columns: { ...FIGURES, affected: typed('UInt64', sql`uniqCombined64Merge(12)(people)`) },
  });
}
