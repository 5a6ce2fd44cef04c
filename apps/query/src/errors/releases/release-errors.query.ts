import { selectFrom, sql, stringParams, typed, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { countErrors } from '../counts/error-counts.query.js';

/** The errors that name releases. */
export function selectReleaseErrors(asked: {
  readonly scope: Scope;
  readonly range: TimeRange;
  readonly releases: readonly string[];
}) {
  const { scope, range, releases } = asked;
  const where = [sql`has(${stringParams(releases)}, release)`];
  const byRelease = { columns: () => sql`toString(release) AS name`, groupBy: sql`name` };
  return selectFrom(countErrors({ scope, range, where, ...byRelease }), {
    columns: { name: typed('String', sql`name`), total: typed('UInt64', sql`sum(matching)`) },
    groupBy: sql`name`,
  });
}
