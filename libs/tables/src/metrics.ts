import { ATTRIBUTES, DAILY_PARTITION, EXPIRY, LAST_TIME, NAME, OWNER, PROJECT, TIME, TOTAL } from './columns.js';
import { column, defineTable, type ColumnSet, type TableDefinition } from './table.js';

const BY_METRIC = 'cityHash64(project_number, metric_name)';

/** One row per metric series: the labels that a point's `series_hash` refers to. */
export const METRIC_SERIES = defineTable('metric_series', {
  engine: 'ReplacingMergeTree(last_seen)',
  columns: {
    ...PROJECT,
    metric_name: column(NAME),
    series_hash: column('UInt64'),
    // 1 gauge, 2 sum, 3 histogram, 4 exponential histogram, 5 summary.
    type: column('UInt8'),
    // OTLP's AggregationTemporality: 0 unspecified, 1 delta, 2 cumulative.
    temporality: column('UInt8'),
    is_monotonic: column('Bool'),
    unit: column(NAME),
    description: column('String'),
    service_name: column(NAME),
    environment: column(NAME),
    instance: column(NAME),
    job: column(NAME),
    scope_name: column(NAME),
    resource_hash: column('UInt64'),
    attributes: column(ATTRIBUTES),
    last_seen: column('DateTime'),
  },
  orderBy: '(project_number, metric_name, series_hash)',
  ttl: 'last_seen + toIntervalDay(400)',
  shardBy: BY_METRIC,
});

const POINT = {
  ...OWNER,
  metric_name: column(NAME),
  series_hash: column('UInt64'),
  timestamp: column(TIME, 'DoubleDelta, ZSTD(1)'),
  start_timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
};

const COUNT = column('UInt64', 'T64, ZSTD(1)');
const FIGURE = column('Float64', 'Gorilla, ZSTD(1)');

/** `min` and `max` are NaN if the sender gave none. */
const DISTRIBUTION = { count: COUNT, sum: FIGURE, min: FIGURE, max: FIGURE };

export const METRIC_POINTS = pointTable('metric_points', { value: FIGURE });

export const METRIC_HISTOGRAMS = pointTable('metric_histograms', {
  ...DISTRIBUTION,
  explicit_bounds: column('Array(Float64)'),
  bucket_counts: column('Array(UInt64)'),
});

export const METRIC_EXPONENTIAL_HISTOGRAMS = pointTable('metric_exponential_histograms', {
  ...DISTRIBUTION,
  scale: column('Int32'),
  zero_count: column('UInt64'),
  zero_threshold: column('Float64'),
  positive_offset: column('Int32'),
  positive_bucket_counts: column('Array(UInt64)'),
  negative_offset: column('Int32'),
  negative_bucket_counts: column('Array(UInt64)'),
});

export const METRIC_SUMMARIES = pointTable('metric_summaries', {
  count: COUNT,
  sum: FIGURE,
  quantiles: column('Array(Float64)'),
  quantile_values: column('Array(Float64)'),
});

/**
 * The time of the latest point of a metric, over all its series. Filled from the tables of points by
 * `metric_seen_from_*`.
 */
export const METRIC_SEEN = defineTable('metric_seen', {
  engine: 'AggregatingMergeTree',
  columns: { ...PROJECT, metric_name: column(NAME), last_point: column(LAST_TIME) },
  orderBy: '(project_number, metric_name)',
  ttl: 'toDateTime(last_point) + toIntervalDay(400)',
  shardBy: BY_METRIC,
});

/** Points that were not stored because their metric had too many new series on that day. */
export const METRIC_LIMITED_POINTS = defineTable('metric_limited_points', {
  engine: 'AggregatingMergeTree',
  columns: {
    ...PROJECT,
    metric_name: column(NAME),
    // The day of receipt, as for all limits and usage figures.
    day: column('Date'),
    points: column(TOTAL),
  },
  timeBound: 'day',
  orderBy: '(project_number, metric_name, day)',
  ttl: 'day + toIntervalDay(400)',
  shardBy: BY_METRIC,
});

/**
 * The time at which a metric was deleted, so that ingestion forgets which of its series were stored and writes them
 * again when new points arrive. Ingestion counts the rows, so it notices a deletion that happens while it reads.
 */
export const METRIC_DELETIONS = defineTable('metric_deletions', {
  engine: 'MergeTree',
  columns: { ...PROJECT, metric_name: column(NAME), deleted_at: column(TIME) },
  orderBy: '(project_number, metric_name, deleted_at)',
  ttl: 'toDateTime(deleted_at) + toIntervalDay(400)',
  shardBy: BY_METRIC,
});

function pointTable<const Columns extends ColumnSet>(
  name: string,
  columns: Columns,
): TableDefinition<typeof POINT & Columns> {
  return defineTable(name, {
    engine: 'MergeTree',
    columns: { ...POINT, ...columns },
    timeBound: 'timestamp',
    orderBy: '(project_number, metric_name, series_hash, timestamp)',
    partitionBy: DAILY_PARTITION,
    ttl: EXPIRY,
    shardBy: BY_METRIC,
  });
}
