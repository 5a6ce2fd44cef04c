import {
  count,
  finite,
  finiteNumbers,
  int64,
  select,
  sql,
  typed,
  uint64s,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { SPANS } from '@svc/tables';
import { aliasedKeys, keyAliases, keyHash } from '../../grouping/group-by.js';
import { selectTopGroups } from '../../grouping/top-groups.query.js';
import { DURATION_BOUNDS } from './duration-buckets.js';

/**
 * The spans and groups to count. Spans are read one by one: the minutes of services keep deleted traces and erased persons, and know
 * the durations of requests only.
 */
export interface SpanCounting {
  readonly scope: Scope;
  readonly range: TimeRange;
  /** Conditions from `spanConditions`. */
  readonly filter: readonly (Sql | undefined)[];
  /** The strings of a row by which rows are grouped, at most three; without any, all rows are one group. */
  readonly keys: readonly Sql[];
}

/** The largest groups. */
export function selectSpanGroups({ scope, range, filter, keys }: SpanCounting, limit: number) {
  const counted = select({
    columns: sql`${aliasedKeys(keys)}, count() AS matching`,
    from: SPANS,
    scope,
    during: range,
    where: filter,
    groupBy: keyAliases(keys),
  });
  return selectTopGroups(counted, keys, limit);
}

const FIGURES = {
  spans: count(),
  errors: typed('UInt64', sql`countIf(status_code = 2)`),
  // Nanoseconds.
  percentiles: finiteNumbers(sql`quantilesTDigest(0.5, 0.95, 0.99)(duration_ns)`),
};

export type SpanFigureRow = RowsOf<typeof selectSpanFigures>;

/** Figures of the whole window: of each group with one of the hashes separately, of all others together. */
export function selectSpanFigures(counting: SpanCounting, hashes: readonly string[]) {
  const { scope, range, filter, keys } = counting;
  return select({
    columns: {
      position: positionOf(keys, hashes),
      ...FIGURES,
      // Nanoseconds.
      average: finite(sql`avg(duration_ns)`),
      longest: typed('UInt64', sql`max(duration_ns)`),
      // The lower bounds of the buckets with spans, and the number of spans of each.
      histogram: typed(
        'Tuple(Array(UInt64), Array(UInt64))',
        sql`sumMap([roundDown(duration_ns, ${uint64s(DURATION_BOUNDS)})], [toUInt64(1)])`,
      ),
    },
    from: SPANS,
    scope,
    during: range,
    where: filter,
    groupBy: sql`position`,
  });
}

export type SpanSeriesRow = RowsOf<typeof selectSpanSeries>;

/** The same groups over time. */
export function selectSpanSeries(counting: SpanCounting, hashes: readonly string[], interval: bigint) {
  const { scope, range, filter, keys } = counting;
  const bucket = sql`intDiv(toUnixTimestamp64Nano(timestamp), ${int64(interval)}) * ${int64(interval)}`;
  return select({
    // The bucket is its start in nanoseconds.
    columns: { position: positionOf(keys, hashes), bucket: typed('Int64', bucket), ...FIGURES },
    from: SPANS,
    scope,
    during: range,
    where: filter,
    groupBy: sql`position, bucket`,
  });
}

/** The position of a row's group in the list of hashes, from 1; 0 for all others together. */
const positionOf = (keys: readonly Sql[], hashes: readonly string[]) =>
  typed(
    'UInt64',
    keys.length === 0 ? sql`toUInt64(1)` : sql`indexOf(${uint64s(hashes.map(BigInt))}, ${keyHash(keys)})`,
  );
