import { LOGS } from '@svc/columnar';
import { int64, select, Sql, sql, uint64s, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

/** What to count. */
export interface LogCounting {
  readonly scope: Scope;
  readonly range: TimeRange;
  /** From `logFilters`. */
  readonly filter: readonly (Sql | undefined)[];
  /** One to three texts of a row: what it is grouped by. */
  readonly keys: readonly Sql[];
}

export interface LogGroupRow {
  /** The values of the keys; '' where the records have none. */
  readonly names: string[];
  readonly hash: string;
  readonly records: string;
  /** Of all groups, not only of those that are answered. */
  readonly group_total: string;
  readonly record_total: string;
}

/** The largest groups. What they have in all is counted in the same pass. */
export function selectLogGroups({ scope, range, filter, keys }: LogCounting, limit: number): Sql {
  const names = sql`[${Sql.join(aliases(keys), ', ')}]`;
  return select({
    columns: sql`${named(keys)}, ${names} AS names, sipHash64(names) AS hash, count() AS records,
  count() OVER () AS group_total, sum(count()) OVER () AS record_total`,
    from: LOGS,
    scope,
    during: range,
    where: filter,
    groupBy: Sql.join(aliases(keys), ', '),
    orderBy: sql`records DESC, names`,
    limit,
  });
}

export interface LogSeriesRow {
  /** Of the group among those that were asked for, from 1; 0 for all others together. */
  readonly position: string;
  /** Start of the bucket in nanoseconds. */
  readonly bucket: string;
  readonly records: string;
}

/** Groups over time: those with the hashes each for itself, all others as one. */
export function selectLogSeries(
  { scope, range, filter, keys }: LogCounting,
  hashes: readonly string[],
  interval: bigint,
): Sql {
  return select({
    columns: sql`indexOf(${uint64s(hashes.map(BigInt))}, sipHash64([${Sql.join(keys, ', ')}])) AS position,
  intDiv(toUnixTimestamp64Nano(timestamp), ${int64(interval)}) * ${int64(interval)} AS bucket, count() AS records`,
    from: LOGS,
    scope,
    during: range,
    where: filter,
    groupBy: sql`position, bucket`,
    orderBy: sql`position, bucket`,
  });
}

const ALIASES = [sql`key1`, sql`key2`, sql`key3`];

const aliases = (keys: readonly Sql[]): Sql[] => ALIASES.slice(0, keys.length);

/** Grouped by names, so that an expression is computed once per row. */
function named(keys: readonly Sql[]): Sql {
  const pairs = keys.flatMap((key, index) => {
    const alias = ALIASES[index];
    return alias ? [sql`${key} AS ${alias}`] : [];
  });
  return Sql.join(pairs, ', ');
}
