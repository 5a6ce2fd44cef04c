import { LOGS } from '@svc/tables';
import { count, nanoseconds, select, selectFrom, sql, type RowsOf, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

/** Records of a range; if there are more than `sample`, the newest of them. */
export interface LogSample {
  readonly scope: Scope;
  readonly range: TimeRange;
  /** From `logFilters`. */
  readonly filter: readonly (Sql | undefined)[];
  readonly sample: number;
}

export type SampleStartRow = RowsOf<typeof selectSampleStart>;

/**
 * The time of the oldest record of the sample, and the sample's size. Reads times only, so that whole records are read
 * of the sample alone.
 */
export function selectSampleStart({ scope, range, filter, sample }: LogSample) {
  const newest = select({
    columns: sql`timestamp`,
    from: LOGS,
    scope,
    during: range,
    where: filter,
    // Starts like the table's order key, so that the engine stops when the sample is full.
    orderBy: sql`toStartOfFiveMinutes(timestamp) DESC, timestamp DESC`,
    limit: sample,
  });
  return selectFrom(newest, { columns: { start: nanoseconds(sql`min(timestamp)`), records: count() } });
}

/** Number of records in the window: those of the sample and all others. */
export function selectLogCount({ scope, range, filter }: LogSample) {
  return select({ columns: { records: count() }, from: LOGS, scope, during: range, where: filter });
}
