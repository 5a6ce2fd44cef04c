import {
  select,
  selectFrom,
  sql,
  stringParams,
  typed,
  uint32,
  uint64s,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import {
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_HISTOGRAMS,
  METRIC_POINTS,
  METRIC_SUMMARIES,
  type TableDefinition,
} from '@svc/tables';
import { EXPONENTIAL, GAUGE, HISTOGRAM, SUM, SUMMARY, type Part } from '../naming/family.js';

/** Points of streams, as the number that a part stands for. */
export interface PointSelection {
  readonly scope: Scope;
  readonly range: TimeRange;
  readonly metrics: readonly string[];
  /** Undefined for all streams of the metrics. */
  readonly hashes: readonly bigint[] | undefined;
  readonly type: number;
  readonly part: Part;
}

export type PointRow = RowsOf<typeof selectPoints>;

/** Milliseconds of a series that are in one row, so that no row takes long to parse. */
const SLOT = 6 * 3_600_000;

const TABLES: Readonly<Record<number, TableDefinition>> = {
  [GAUGE]: METRIC_POINTS,
  [SUM]: METRIC_POINTS,
  [HISTOGRAM]: METRIC_HISTOGRAMS,
  [EXPONENTIAL]: METRIC_EXPONENTIAL_HISTOGRAMS,
  [SUMMARY]: METRIC_SUMMARIES,
};

const SOLE = sql`[toFloat64(0)]`;

/** The numbers of a point, and what tells them apart: the bound of each bucket, the quantile, or nothing. */
const FIGURES: Readonly<Record<Part, { readonly keys: Sql; readonly figures: Sql }>> = {
  value: { keys: SOLE, figures: sql`[value]` },
  count: { keys: SOLE, figures: sql`[toFloat64(count)]` },
  sum: { keys: SOLE, figures: sql`[sum]` },
  // A histogram without buckets has one, of all observations.
  bucket: {
    keys: sql`arrayPushBack(explicit_bounds, toFloat64('inf'))`,
    figures: sql`if(empty(bucket_counts), [toFloat64(count)], arrayMap(c -> toFloat64(c), arrayCumSum(bucket_counts)))`,
  },
  quantile: { keys: sql`quantiles`, figures: sql`quantile_values` },
};

/**
 * Times in milliseconds and numbers, in the order of time, each as doubles in base64: JSON would lose numbers that are not finite, and
 * others take long to parse. Rows of the same series follow each other.
 */
export function selectPoints({ scope, range, metrics, hashes, type, part }: PointSelection) {
  const { keys, figures } = FIGURES[part];
  const points = select({
    columns: sql`metric_name, series_hash, toFloat64(toUnixTimestamp64Milli(timestamp)) AS time,
  arrayJoin(arrayZip(${keys}, ${figures})) AS pair`,
    from: TABLES[type] ?? METRIC_POINTS,
    scope,
    during: range,
    where: [
      sql`metric_name IN ${stringParams(metrics)}`,
      hashes && sql`series_hash IN ${uint64s(hashes)}`,
      part === 'sum' ? sql`NOT isNaN(sum)` : undefined,
      part === 'bucket' ? sql`length(bucket_counts) IN (0, length(explicit_bounds) + 1)` : undefined,
    ],
  });
  const slots = sql`SELECT metric_name, series_hash, pair.1 AS key, intDiv(toInt64(time), ${uint32(SLOT)}) AS slot,
  arraySort(point -> point.1, groupArray((time, pair.2))) AS samples
FROM (${points})
GROUP BY metric_name, series_hash, key, slot`;
  return selectFrom(slots, {
    columns: {
      name: typed('String', sql`metric_name`),
      hash: typed('UInt64', sql`series_hash`),
      // Null for infinity.
      bound: typed('Nullable(Float64)', sql`if(isFinite(key), key, NULL)`),
      times: typed('String', bytes(sql`sample.1`)),
      figures: typed('String', bytes(sql`sample.2`)),
    },
    orderBy: sql`metric_name, series_hash, key, slot`,
  });
}

const bytes = (number: Sql): Sql =>
  sql`base64Encode(arrayStringConcat(arrayMap(sample -> concat(reinterpretAsFixedString(${number}), ''), samples)))`;

/** The bounds of the buckets, or the quantiles, that streams have. */
export function selectKeys({ scope, range, metrics, hashes, type, part }: PointSelection) {
  return select({
    columns: {
      hash: typed('UInt64', sql`series_hash`),
      keys: typed(
        'Array(Float64)',
        part === 'bucket' ? sql`groupUniqArrayArray(200)(explicit_bounds)` : sql`groupUniqArrayArray(200)(quantiles)`,
      ),
    },
    from: TABLES[type] ?? METRIC_POINTS,
    scope,
    during: range,
    where: [sql`metric_name IN ${stringParams(metrics)}`, hashes && sql`series_hash IN ${uint64s(hashes)}`],
    groupBy: sql`series_hash`,
  });
}
