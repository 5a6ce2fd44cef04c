import { LOG_MINUTES, LOGS } from '@svc/tables';
import { select, sql, unionAll, type Scope, type Sql } from '@svc/reading/statement';
import { ceilTo, floorTo, isEmpty, NANOSECONDS_PER_MINUTE, type TimeRange } from '@svc/reading/time';

export interface CountedRecords {
  readonly scope: Scope;
  readonly range: TimeRange;
  /** From `logFilters`. */
  readonly filter: readonly (Sql | undefined)[];
  /** Whether the filter and what is counted need no more than the service, the environment and the severity of a record. */
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
  const whole = isByMinute ? wholeMinutes(range) : { from: range.to, to: range.to };
  const edges = [
    { from: range.from, to: whole.from },
    { from: whole.to, to: range.to },
  ];
  const parts = edges
    .filter((edge) => !isEmpty(edge))
    .map((during) =>
      select({
        columns: sql`${columns(sql`timestamp`)}, count() AS matching`,
        from: LOGS,
        scope,
        during,
        where: filter,
        groupBy,
      }),
    );
  if (!isEmpty(whole)) {
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

/** The whole minutes within a range; empty at its end if there are none. */
function wholeMinutes({ from, to }: TimeRange): TimeRange {
  const whole = { from: ceilTo(from, NANOSECONDS_PER_MINUTE), to: floorTo(to, NANOSECONDS_PER_MINUTE) };
  return whole.from < whole.to ? whole : { from: to, to };
}
