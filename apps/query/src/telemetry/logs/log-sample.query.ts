import {
  count,
  nanoseconds,
  select,
  selectFrom,
  sql,
  typed,
  uint8,
  unionAll,
  type RowsOf,
  type Sql,
} from '@svc/reading/statement';
import { LOGS } from '@svc/tables';
import type { SampledRecords } from '../fields/fields.query.js';
import { countRecords, type CountedRecords } from './log-counts.query.js';

/** Records of a range that meet conditions from `logFilters`; if there are more than `sample`, the newest of them. */
export type LogSample = SampledRecords;

export type SampleStartRow = RowsOf<typeof selectSampleStart>;

/**
 * The time of the oldest record of the sample, and the sample's size. Reads times only, so that whole records are read
 * of the sample alone.
 */
export function selectSampleStart({ scope, range, filter, sample }: LogSample) {
  // Errors and other records are each stored in the order of time, so that the engine stops when the sample is full.
  const selectNewest = (isError: 0 | 1): Sql =>
    select({
      columns: sql`timestamp`,
      from: LOGS,
      scope,
      during: range,
      where: [sql`is_error = ${uint8(isError)}`, ...filter],
      orderBy: sql`timestamp DESC`,
      limit: sample,
    });
  const candidates = unionAll([selectNewest(0), selectNewest(1)]);
  const newest = selectFrom(candidates, { columns: sql`timestamp`, orderBy: sql`timestamp DESC`, limit: sample });
  return selectFrom(newest, { columns: { start: nanoseconds(sql`min(timestamp)`), records: count() } });
}

/** Number of records in the window, sampled or not. */
export function selectLogCount(records: LogSample & Pick<CountedRecords, 'isByMinute'>) {
  const counted = countRecords(records, () => sql`1 AS one`, sql`one`);
  return selectFrom(counted, { columns: { records: typed('UInt64', sql`sum(matching)`) } });
}
