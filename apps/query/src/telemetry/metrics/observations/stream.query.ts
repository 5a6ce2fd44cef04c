import { METRIC_SERIES, type TableDefinition } from '@svc/tables';
import { Sql, int64, nanoTimestamp, oneOf, select, sql, stringParam, uint8, type Scope } from '@svc/reading/statement';
import { NANOSECONDS_PER_MINUTE, type TimeRange } from '@svc/reading/time';
import { METRIC_TYPES, type Label, type MetricType } from '../metric-types.js';

/** Which points of a metric to aggregate, and how to group them. */
export interface MetricSelection {
  readonly scope: Scope;
  readonly name: string;
  readonly type: MetricType;
  readonly range: TimeRange;
  /** Width of a bucket in nanoseconds; buckets start at multiples of it since 1970. */
  readonly interval: bigint;
  readonly service: readonly string[];
  readonly environment: readonly string[];
  readonly groupBy: readonly Label[];
}

/**
 * The first columns of every aggregating statement: the start of the bucket in nanoseconds and the values of the
 * labels.
 */
export interface BucketRow {
  readonly bucket: string;
  readonly labels: string[];
}

/** How far before the window the point is searched from which the first increase is counted. */
export const LOOK_BACK = 15n * NANOSECONDS_PER_MINUTE;

export interface Stream {
  readonly from: TableDefinition;
  readonly columns: Sql;
  /** Excludes points that have no usable value; the next point then follows the one before them. */
  readonly where?: Sql;
  /** Columns whose values at the previous point are needed too, as the tuple `previous`. */
  readonly remembered?: Sql;
  /** The amounts computed from a point, with its columns, those of the previous one and `is_cumulative`. */
  readonly amounts: Sql;
}

/**
 * Every point of the selected series inside the window, with the labels of its series. Ends in a WHERE that can be
 * narrowed.
 */
export function selectStream(selection: MetricSelection, { from, columns, where, remembered, amounts }: Stream): Sql {
  const { scope, name, range, interval } = selection;
  const before = sql`lagInFrame(timestamp) OVER stream AS previous_timestamp,
  lagInFrame(start_timestamp) OVER stream AS previous_start,
  lagInFrame((${remembered ?? sql``})) OVER stream AS previous`;
  const points = select({
    columns: sql`series_hash, timestamp, start_timestamp, ${remembered ? sql`${columns}, ${before}` : columns}`,
    from,
    scope,
    during: remembered ? { from: range.from - LOOK_BACK, to: range.to } : range,
    where: [sql`metric_name = ${stringParam(name)}`, where],
    ...(remembered && { window: IN_SERIES }),
  });
  return sql`SELECT intDiv(toUnixTimestamp64Nano(timestamp), ${int64(interval)}) * ${int64(interval)} AS bucket, labels,
  ${amounts}
FROM (${points}) AS points
INNER JOIN (${selectSeries(selection)}) AS series ON points.series_hash = series.series_hash
WHERE timestamp >= ${nanoTimestamp(range.from)}`;
}

const IN_SERIES = sql`stream AS (PARTITION BY series_hash ORDER BY timestamp ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`;

const IS_FIRST = sql`previous_timestamp = fromUnixTimestamp64Nano(0)`;
const HAS_OTHER_START = sql`(${IS_FIRST} OR start_timestamp != previous_start)`;

/** The point is the first known one of its stream, or its stream restarted, so it counts whole. */
export const IS_FRESH = sql`(NOT is_cumulative OR ${HAS_OTHER_START} AND start_timestamp >= previous_timestamp)`;

/**
 * The increase up to the point is unknown, because nothing is known of the previous points of a stream older than the look-back, or because
 * the point only marks where counting began: its start is its own time.
 *
 * Source: OpenTelemetry metrics data model, "Cumulative streams: handling unknown start time".
 */
export function isUnknown({ range }: MetricSelection): Sql {
  return sql`(is_cumulative AND (${IS_FIRST} AND start_timestamp < ${nanoTimestamp(range.from - LOOK_BACK)}
  OR ${HAS_OTHER_START} AND start_timestamp >= timestamp))`;
}

function selectSeries({ scope, name, type, service, environment, groupBy }: MetricSelection): Sql {
  const labels = groupBy.map((label) => sql`toString(any(${LABEL_COLUMNS[label]}))`);
  const cumulative = type === 'summary' ? sql`1` : sql`any(temporality) = 2`;
  return select({
    columns: sql`series_hash, ${labels.length === 0 ? sql`emptyArrayString()` : sql`[${Sql.join(labels, ', ')}]`} AS labels,
  ${type === 'sum' ? sql`(any(is_monotonic) AND ${cumulative})` : cumulative} AS is_cumulative`,
    from: METRIC_SERIES,
    scope,
    where: [
      sql`metric_name = ${stringParam(name)}`,
      sql`type = ${uint8(METRIC_TYPES.indexOf(type))}`,
      oneOf(sql`service_name`, service),
      oneOf(sql`environment`, environment),
    ],
    groupBy: sql`series_hash`,
  });
}

const LABEL_COLUMNS: Record<Label, Sql> = {
  service_name: sql`service_name`,
  environment: sql`environment`,
  instance: sql`instance`,
  job: sql`job`,
};
