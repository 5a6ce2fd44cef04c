import { int64, nanoTimestamp, select, sql, stringParam, type Sql } from '@svc/reading/statement';
import { NANOSECONDS_PER_MINUTE } from '@svc/reading/time';
import type { TableDefinition } from '@svc/tables';
import type { MetricSelection } from './metric-selection.js';
import { selectSeries } from './series.query.js';

/**
 * The first columns of every aggregating statement: the start of the bucket in nanoseconds and the values of the
 * labels.
 */
export interface BucketRow {
  readonly bucket: string;
  readonly labels: string[];
}

/** The time before the window in which the point is searched from which the first increase is counted. */
export const LOOK_BACK = 15n * NANOSECONDS_PER_MINUTE;

export interface Stream {
  readonly from: TableDefinition;
  readonly columns: Sql;
  /** Excludes points that have no usable value; the next point then follows the one before them. */
  readonly where?: Sql;
  /** Columns whose values at the previous point are needed too, as the tuple `previous`. */
  readonly remembered?: Sql;
  /** The column that is summed from the first stored point, as `level`. */
  readonly accumulated?: Sql | undefined;
  /** The amounts computed from a point, with its columns, the previous point's columns and `is_cumulative`. */
  readonly amounts: Sql;
}

/**
 * Every point of the selected series inside the window, with the labels of its series. Ends in a WHERE that can be
 * narrowed.
 */
export function selectStream(
  selection: MetricSelection,
  { from, columns, where, remembered, accumulated, amounts }: Stream,
): Sql {
  const { scope, name, range, interval, origin = 0n } = selection;
  const before = sql`lagInFrame(timestamp) OVER stream AS previous_timestamp,
  lagInFrame(start_timestamp) OVER stream AS previous_start,
  lagInFrame((${remembered ?? sql``})) OVER stream AS previous${accumulated ? sql`, sum(${accumulated}) OVER whole AS level` : sql``}`;
  const earliest = accumulated ? 0n : range.from - LOOK_BACK;
  const points = select({
    columns: sql`series_hash, timestamp, start_timestamp, ${remembered ? sql`${columns}, ${before}` : columns}`,
    from,
    scope,
    during: remembered ? { from: earliest, to: range.to } : range,
    where: [sql`metric_name = ${stringParam(name)}`, where],
    ...(remembered && { window: accumulated ? sql`${IN_SERIES}, ${SINCE_FIRST}` : IN_SERIES }),
  });
  return sql`SELECT intDiv(toUnixTimestamp64Nano(timestamp) - ${int64(origin)}, ${int64(interval)}) * ${int64(interval)} + ${int64(origin)} AS bucket, labels, timestamp,
  ${amounts}
FROM (${points}) AS points
INNER JOIN (${selectSeries(selection)}) AS series ON points.series_hash = series.series_hash
WHERE timestamp >= ${nanoTimestamp(range.from)}`;
}

const IN_SERIES = sql`stream AS (PARTITION BY series_hash ORDER BY timestamp ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`;
const SINCE_FIRST = sql`whole AS (PARTITION BY series_hash ORDER BY timestamp ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;

const IS_FIRST = sql`previous_timestamp = fromUnixTimestamp64Nano(0)`;
const HAS_OTHER_START = sql`(${IS_FIRST} OR start_timestamp != previous_start)`;

/** The point is the first known one of its stream, or its stream restarted, so it counts whole. */
export const IS_FRESH = sql`(NOT is_cumulative OR ${HAS_OTHER_START} AND start_timestamp >= previous_timestamp)`;

/**
 * The increase up to the point is unknown, because the previous points of a stream older than the look-back are
 * unknown, or because the point only marks where counting began: its start is its own time.
 *
 * Source: OpenTelemetry metrics data model, "Cumulative streams: handling unknown start time".
 */
export function isUnknown({ range }: MetricSelection): Sql {
  return sql`(is_cumulative AND (${IS_FIRST} AND start_timestamp < ${nanoTimestamp(range.from - LOOK_BACK)}
  OR ${HAS_OTHER_START} AND start_timestamp >= timestamp))`;
}

/** The part of a bucket inside the window, in seconds. */
export function bucketSeconds({ range, interval }: MetricSelection): Sql {
  return sql`((least(bucket + ${int64(interval)}, ${int64(range.to)}) - greatest(bucket, ${int64(range.from)})) / 1e9)`;
}
