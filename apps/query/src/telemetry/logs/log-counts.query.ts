import { select, sql, unionAll, type Scope, type Sql } from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_MINUTE, splitAt, type TimeRange } from '@svc/reading/time';
import { LOG_MINUTES, LOGS } from '@svc/tables';

export interface CountedRecords {
  readonly scope: Scope;
  readonly range: TimeRange;
  /** Conditions from `logFilters`. */
  readonly filter: readonly (Sql | undefined)[];
  /** Whether the filter and the counted columns need only the service, the environment and the severity of a record. */
  readonly isByMinute: boolean;
}

/**
 * Counts records as `matching`, with these columns, by which they are grouped. Whole minutes come from the counts by minute where that is
 * possible, so that a day of records costs no more than its minutes; the rest of the range is counted record by record.
 *
 * @param columns from the name of a record's time, and the same for a minute.
 */
export function countRecords(counted: CountedRecords, columns: (time: Sql) => Sql, groupBy: Sql): Sql {
  const { scope, range, filter, isByMinute } = counted;
  const { whole, edges } = isByMinute ? splitAt(range, NANOSECONDS_PER_MINUTE) : { whole: undefined, edges: [range] };
  const parts = edges.map((during) =>
    select({
      columns: sql`${columns(sql`timestamp`)}, count() AS matching`,
      from: LOGS,
      scope,
      during,
      where: filter,
      groupBy,
    }),
  );
  if (whole && !isEmpty(whole)) {
    const time = sql`toDateTime64(minute, 9)`;
    parts.push(
      select({
        columns: sql`${columns(time)}, toUInt64(sum(records)) AS matching`,
        from: LOG_MINUTES,
        scope,
        during: whole,
        where: filter,
        groupBy,
      }),
    );
  }
  return unionAll(parts);
}
