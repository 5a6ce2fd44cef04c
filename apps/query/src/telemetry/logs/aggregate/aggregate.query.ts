import { selectFrom, sql, Sql, typed, uint64s, int64, type RowsOf } from '@svc/reading/statement';
import { NANOSECONDS_PER_MINUTE } from '@svc/reading/time';
import { countRecords, type CountedRecords } from '../log-counts.query.js';

/** The records and groups to count. */
export interface LogCounting extends CountedRecords {
  /** The one to three strings of a row by which rows are grouped. */
  readonly keys: readonly Sql[];
}

export type LogGroupRow = RowsOf<typeof selectLogGroups>;

/** The largest groups. Their totals are computed in the same pass. */
export function selectLogGroups(counting: LogCounting, limit: number) {
  const { keys } = counting;
  const names = Sql.join(aliases(keys), ', ');
  const counted = countRecords(counting, () => named(keys), names);
  return selectFrom(counted, {
    columns: {
      // '' if the records have no value.
      names: typed('Array(String)', sql`[${names}]`),
      hash: typed('UInt64', sql`sipHash64(names)`),
      records: typed('UInt64', sql`sum(matching)`),
      // Totals over all groups, not only the returned ones.
      group_total: typed('UInt64', sql`count() OVER ()`),
      record_total: typed('UInt64', sql`sum(sum(matching)) OVER ()`),
    },
    groupBy: names,
    // A group whose records were all deleted.
    having: [sql`records > 0`],
    orderBy: sql`records DESC, names`,
    limit,
  });
}

export type LogSeriesRow = RowsOf<typeof selectLogSeries>;

/** Groups over time: each group with one of the hashes separately, all others as one. */
export function selectLogSeries(counting: LogCounting, hashes: readonly string[], interval: bigint) {
  const { keys, isByMinute } = counting;
  const position = sql`indexOf(${uint64s(hashes.map(BigInt))}, sipHash64([${Sql.join(keys, ', ')}])) AS position`;
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

const ALIASES = ['key1', 'key2', 'key3'] as const;

const aliases = (keys: readonly Sql[]): Sql[] => ALIASES.slice(0, keys.length).map((name) => Sql.identifier(name));

/** Grouped by aliases, so that an expression is computed once per row. */
function named(keys: readonly Sql[]): Sql {
  const names = aliases(keys);
  return Sql.join(
    keys.map((key, index) => sql`${key} AS ${names[index] ?? sql``}`),
    ', ',
  );
}
