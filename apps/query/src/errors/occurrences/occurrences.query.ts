import { nanoseconds, selectFrom, sql, typed, uint32, type Scope, type Sql } from '@svc/reading/statement';
import { NANOSECONDS_PER_HOUR, NANOSECONDS_PER_SECOND, type TimeRange } from '@svc/reading/time';
import { countErrors } from '../counts/error-counts.query.js';

export interface ErrorsOfIssue {
  readonly scope: Scope;
  readonly range: TimeRange;
  /** Selects the errors of the issue. */
  readonly isOfIssue: Sql;
}

/** Errors by bucket; `width` is in nanoseconds, whole minutes. */
export function selectOccurrences({ scope, range, isOfIssue }: ErrorsOfIssue, width: bigint) {
  const seconds = uint32(Number(width / NANOSECONDS_PER_SECOND));
  const counts = countErrors({
    scope,
    range,
    where: [isOfIssue],
    columns: (time) => sql`toUInt32(intDiv(toUnixTimestamp(${time}), ${seconds}) * ${seconds}) AS bucket`,
    groupBy: sql`bucket`,
    isByMinute: width % NANOSECONDS_PER_HOUR !== 0n,
  });
  return selectFrom(counts, {
    columns: {
      // Seconds since 1970.
      start: typed('UInt32', sql`bucket`),
      total: typed('UInt64', sql`sum(matching)`),
    },
    groupBy: sql`bucket`,
    orderBy: sql`bucket`,
  });
}

/** Errors by release, '' for none; the last seen first. */
export function selectReleases({ scope, range, isOfIssue }: ErrorsOfIssue, limit: number) {
  const counts = countErrors({
    scope,
    range,
    where: [isOfIssue],
    columns: () => sql`toString(release) AS name`,
    groupBy: sql`name`,
  });
  return selectFrom(counts, {
    columns: {
      name: typed('String', sql`name`),
      total: typed('UInt64', sql`sum(matching)`),
      first_time: nanoseconds(sql`min(first)`),
      last_time: nanoseconds(sql`max(last) AS latest`),
    },
    groupBy: sql`name`,
    orderBy: sql`name = '' DESC, latest DESC, name`,
    limit,
  });
}
