import { select, sql, unionAll, type Scope, type Sql } from '@svc/reading/statement';
import {
  isEmpty,
  NANOSECONDS_PER_HOUR,
  NANOSECONDS_PER_MINUTE,
  splitAt,
  type TimeRange,
  fromMilliseconds,
  NANOSECONDS_PER_DAY,
} from '@svc/reading/time';
import { ERROR_HOURS, ERROR_MINUTES, ERRORS, type TableDefinition } from '@svc/tables';

export interface CountedErrors {
  readonly scope: Scope;
  readonly range: TimeRange;
  /**
   * Conditions on the variant and on the columns that lists of issues filter by: environment, service_name, release,
   * platform and mechanism.
   */
  readonly where: readonly (Sql | undefined)[];
  /** The grouping columns: `expression AS name, ...`, from the time of a row as a DateTime. */
  readonly columns: (time: Sql) => Sql;
  /** The names of these columns. */
  readonly groupBy: Sql;
  /** Whether buckets of time need minutes; else whole hours are read as such. */
  readonly isByMinute?: boolean;
}

/**
 * Counts errors, exactly for any range: with `events`, `first` and `last` beside its own columns. Whole hours and
 * minutes come from the counts by hour and by minute; only parts of minutes are counted row by row.
 */
export function countErrors({ range, isByMinute = false, ...counted }: CountedErrors): Sql {
  const { whole: minutes, edges: seconds } = splitAt(range, NANOSECONDS_PER_MINUTE);
  const { whole: hours, edges: rest } = isByMinute
    ? { whole: undefined, edges: [minutes] }
    : splitAt(minutes, NANOSECONDS_PER_HOUR);
  return unionAll([
    ...(hours && !isEmpty(hours) ? [countFrom(ERROR_HOURS, sql`hour`, hours, counted)] : []),
    ...rest.filter((part) => !isEmpty(part)).map((part) => countFrom(ERROR_MINUTES, sql`minute`, part, counted)),
    ...seconds.map((part) => countRows(part, counted, sql``)),
  ]);
}

/** Counts with `users`, a state of the estimate of distinct IDs. Reads the rows of up to two hours. */
export function countUsers({ range, ...counted }: Omit<CountedErrors, 'isByMinute'>): Sql {
  const { whole, edges } = splitAt(range, NANOSECONDS_PER_HOUR);
  const merged = sql`, uniqCombined64MergeState(12)(users) AS people`;
  const rows = sql`, uniqCombined64StateIf(12)(distinct_id, distinct_id != '') AS people`;
  return unionAll([
    ...(isEmpty(whole) ? [] : [countFrom(ERROR_HOURS, sql`hour`, whole, counted, merged)]),
    ...edges.map((part) => countRows(part, counted, rows)),
  ]);
}

type Counted = Pick<CountedErrors, 'scope' | 'where' | 'columns' | 'groupBy'>;

function countFrom(from: TableDefinition, time: Sql, during: TimeRange, counted: Counted, more = sql``): Sql {
  const { scope, where, columns, groupBy } = counted;
  const figures = sql`toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last${more}`;
  return select({ columns: sql`${columns(time)}, ${figures}`, from, scope, during, where, groupBy });
}

function countRows(during: TimeRange, { scope, where, columns, groupBy }: Counted, more: Sql): Sql {
  const figures = sql`count() AS matching, min(timestamp) AS first, max(timestamp) AS last${more}`;
  const time = sql`toDateTime(timestamp)`;
  return select({ columns: sql`${columns(time)}, ${figures}`, from: ERRORS, scope, during, where, groupBy });
}

/** The range of all errors that a project keeps, including errors of senders whose clocks are ahead. */
export function wholeRetention({ retention }: Scope, nowMs: number): TimeRange {
  const now = fromMilliseconds(nowMs);
  return { from: now - retention, to: now + NANOSECONDS_PER_DAY };
}
