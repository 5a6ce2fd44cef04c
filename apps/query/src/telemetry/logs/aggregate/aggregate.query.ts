import { LOGS } from '@svc/tables';
import {
  Sql,
  count,
  int64,
  select,
  sql,
  typed,
  uint64s,
  type Expression,
  type RowsOf,
  type Scope,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

/** What to count. */
export interface LogCounting {
  readonly scope: Scope;
  readonly range: TimeRange;
  /** From `logFilters`. */
  readonly filter: readonly (Sql | undefined)[];
  /** The one to three strings of a row by which rows are grouped. */
  readonly keys: readonly Sql[];
}

export type LogGroupRow = RowsOf<typeof selectLogGroups>;

/** The largest groups. Their totals are computed in the same pass. */
export function selectLogGroups({ scope, range, filter, keys }: LogCounting, limit: number) {
  const names = sql`[${Sql.join(aliases(keys), ', ')}]`;
  return select({
    columns: {
      ...named(keys),
      // '' if the records have no value.
      names: typed('Array(String)', names),
      hash: typed('UInt64', sql`sipHash64(names)`),
      records: count(),
      // Over all groups, not only those that are returned.
      group_total: typed('UInt64', sql`count() OVER ()`),
      record_total: typed('UInt64', sql`sum(count()) OVER ()`),
    },
    from: LOGS,
    scope,
    during: range,
    where: filter,
    groupBy: Sql.join(aliases(keys), ', '),
    orderBy: sql`records DESC, names`,
    limit,
  });
}

export type LogSeriesRow = RowsOf<typeof selectLogSeries>;

/** Groups over time: each group with one of the hashes separately, all others as one. */
export function selectLogSeries(
  { scope, range, filter, keys }: LogCounting,
  hashes: readonly string[],
  interval: bigint,
) {
  return select({
    columns: {
      // The position of the group's hash in the list, from 1; 0 for all others together.
      position: typed('UInt64', sql`indexOf(${uint64s(hashes.map(BigInt))}, sipHash64([${Sql.join(keys, ', ')}]))`),
      // The start of the bucket in nanoseconds.
      bucket: typed('Int64', sql`intDiv(toUnixTimestamp64Nano(timestamp), ${int64(interval)}) * ${int64(interval)}`),
      records: count(),
    },
    from: LOGS,
    scope,
    during: range,
    where: filter,
    groupBy: sql`position, bucket`,
    orderBy: sql`position, bucket`,
  });
}

const ALIASES = ['key1', 'key2', 'key3'] as const;

const aliases = (keys: readonly Sql[]): Sql[] => ALIASES.slice(0, keys.length).map((name) => Sql.identifier(name));

/** Grouped by aliases, so that an expression is computed once per row. */
function named(keys: readonly Sql[]): Readonly<Partial<Record<(typeof ALIASES)[number], Expression<'String'>>>> {
  const columns = keys.map((key, index) => [ALIASES[index] ?? '', typed('String', key)] as const);
  return Object.fromEntries<Expression<'String'>>(columns);
}
