import {
  hexDigits,
  isAfter,
  selectFrom,
  sql,
  typed,
  uint64,
  type Position,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import { ceilTo, floorTo, NANOSECONDS_PER_HOUR, NANOSECONDS_PER_MINUTE, type TimeRange } from '@svc/reading/time';
import { countErrors, countUsers } from '../../counts/error-counts.query.js';
import { selectVariants } from '../../variants/issue-variants.query.js';

/** Figures that a list of issues can be sorted by. */
export type IssueFigure = 'events' | 'users';

export interface RankedPage {
  readonly scope: Scope;
  readonly range: TimeRange;
  /** Conditions on the place of an error. */
  readonly places: readonly (Sql | undefined)[];
  readonly figure: IssueFigure;
  readonly after: Position | undefined;
  readonly limit: number;
}

/**
 * Issues with events in the range by a figure, the largest first. The figures are those that the list shows, because the range is
 * widened in the same way.
 */
export function selectRanked({ scope, range, places, figure, after, limit }: RankedPage) {
  const isEvents = figure === 'events';
  const counted = {
    scope,
    range: widen(range, isEvents ? NANOSECONDS_PER_MINUTE : NANOSECONDS_PER_HOUR),
    where: places,
    columns: () => sql`variant`,
    groupBy: sql`variant`,
  };
  const total = isEvents ? sql`sum(matching)` : sql`uniqCombined64Merge(12)(people)`;
  return selectFrom(isEvents ? countErrors(counted) : countUsers(counted), {
    columns: { issue: hexDigits(sql`issue_id`), total: typed('UInt64', total) },
    join: sql`AS counted INNER JOIN (${selectVariants(scope)}) AS issues ON counted.variant = issues.variant`,
    groupBy: sql`issue_id`,
    having: [after && isAfter(sql`total, issue_id`, uint64(after.value), after, 'desc')],
    orderBy: sql`total DESC, issue_id DESC`,
    limit,
  });
}

const widen = ({ from, to }: TimeRange, unit: bigint): TimeRange => ({
  from: floorTo(from, unit),
  to: ceilTo(to, unit),
});
