import { selectFrom, sql, typed, uint64s, int64, type RowsOf, type Sql } from '@svc/reading/statement';
import { NANOSECONDS_PER_MINUTE } from '@svc/reading/time';
import { aliasedKeys, keyAliases, keyHash } from '../../grouping/group-by.js';
import { selectTopGroups } from '../../grouping/top-groups.query.js';
import { countRecords, type CountedRecords } from '../log-counts.query.js';

/** The records and groups to count. */
export interface LogCounting extends CountedRecords {
  /** The one to three strings of a row by which rows are grouped. */
  readonly keys: readonly Sql[];
}

/** The largest groups. */
export function selectLogGroups(counting: LogCounting, limit: number) {
  const { keys } = counting;
  return selectTopGroups(
    countRecords(counting, () => aliasedKeys(keys), keyAliases(keys)),
    keys,
    limit,
  );
}

export type LogSeriesRow = RowsOf<typeof selectLogSeries>;

/** Groups over time: each group with one of the hashes separately, all others as one. */
export function selectLogSeries(counting: LogCounting, hashes: readonly string[], interval: bigint) {
  const { keys, isByMinute } = counting;
  const position = sql`indexOf(${uint64s(hashes.map(BigInt))}, ${keyHash(keys)}) AS position`;
  const columns = (time: Sql): Sql =>
    sql`${position}, intDiv(toUnixTimestamp64Nano(${time}), ${int64(interval)}) * ${int64(interval)} AS bucket`;
  const fitsMinutes = isByMinute && interval % NANOSECONDS_PER_MINUTE === 0n;
  const counted = countRecords({ ...counting, isByMinute: fitsMinutes }, columns, sql`position, bucket`);
  return selectFrom(counted, {
    columns: {
      // The position of the group's hash in the list, from 1; 0 for all others together.
      position: typed('UInt64', sql`position`),
      // The start of the bucket in nanoseconds.
      bucket: typed('Int64', sql`bucket`),
      records: typed('UInt64', sql`sum(matching)`),
    },
    groupBy: sql`position, bucket`,
    having: [sql`records > 0`],
    orderBy: sql`position, bucket`,
  });
}
