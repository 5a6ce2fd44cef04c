import { nanoTimestamp, select, selectFrom, sql, typed, unionAll, type Scope, type Sql } from '@svc/reading/statement';
import {
  ceilTo,
  floorTo,
  isEmpty,
  NANOSECONDS_PER_HOUR,
  NANOSECONDS_PER_MINUTE,
  splitAt,
  type TimeRange,
} from '@svc/reading/time';
import { ERROR_HOURS, ERROR_MINUTES, ERRORS } from '@svc/tables';
import { canonicalDistinctId } from '../../../customers/index.js';
import type { VariantMap } from './variant-map.js';

export interface CountedIssues {
  readonly scope: Scope;
  readonly variants: VariantMap;
  /** Conditions on the place of an error. */
  readonly places: readonly (Sql | undefined)[];
}

/** Events of issues by hour; the range is widened to whole minutes. */
export function selectHours({ scope, variants, places }: CountedIssues, range: TimeRange) {
  const minutes = { from: floorTo(range.from, NANOSECONDS_PER_MINUTE), to: ceilTo(range.to, NANOSECONDS_PER_MINUTE) };
  const { whole, edges } = splitAt(minutes, NANOSECONDS_PER_HOUR);
  const where = [variants.condition, ...places];
  const groupBy = sql`variant, start`;
  const counted = [
    ...(isEmpty(whole) ? [] : [{ from: ERROR_HOURS, during: whole, start: sql`hour` }]),
    ...edges.map((during) => ({ from: ERROR_MINUTES, during, start: sql`toStartOfHour(minute)` })),
  ].map(({ from, during, start }) =>
    select({
      columns: sql`variant, ${start} AS start, sum(events) AS counted`,
      from,
      scope,
      during,
      where,
      groupBy,
    }),
  );
  return selectFrom(unionAll(counted), {
    columns: {
      issue: typed('String', sql`issue`),
      // Seconds since 1970.
      hour: typed('UInt32', sql`toUnixTimestamp(start)`),
      events: typed('UInt64', sql`sum(counted)`),
    },
    join: sql`AS counts ${variants.join}`,
    groupBy: sql`issue, start`,
    orderBy: sql`issue, start`,
  });
}

/** Estimated users of issues; the range is widened to whole hours. Absent for issues without events. */
export function selectUsers({ scope, variants, places }: CountedIssues, range: TimeRange) {
  const during = { from: floorTo(range.from, NANOSECONDS_PER_HOUR), to: ceilTo(range.to, NANOSECONDS_PER_HOUR) };
  const counted = select({
    columns: sql`variant, uniqCombined64MergeState(12)(users) AS people, sum(events) AS counted`,
    from: ERROR_HOURS,
    scope,
    during,
    where: [variants.condition, ...places],
    groupBy: sql`variant`,
  });
  return selectFrom(counted, {
    columns: {
      issue: typed('String', sql`issue`),
      users: typed('UInt64', sql`uniqCombined64Merge(12)(people)`),
      events: typed('UInt64', sql`sum(counted)`),
    },
    join: sql`AS counts ${variants.join}`,
    groupBy: sql`issue`,
  });
}

/** Events of one issue after a time, and the persons whom they affected. */
export function countSince({ scope, variants }: CountedIssues, since: bigint) {
  return select({
    columns: {
      occurrences: typed('UInt64', sql`count()`),
      users: typed('UInt64', sql`uniqExactIf(${canonicalDistinctId(scope)}, distinct_id != '')`),
    },
    from: ERRORS,
    scope,
    during: 'retention',
    where: [variants.condition, sql`timestamp > ${nanoTimestamp(since)}`],
  });
}
