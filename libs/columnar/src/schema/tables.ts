/**
 * The telemetry tables, once, for both engines: migrations render this data for the embedded engine and for a cluster, and
 * libs/otlp writes blocks in exactly these columns.
 *
 * - `project_number` is the project's integer in Postgres (`projects.number`): the first key column of every table.
 * - `retention_days` is chosen at ingest, so that one partition expires as a whole.
 * - ids are raw bytes; hexadecimal is made at the API's edge. An absent id is all zero.
 * - attribute values are text: strings as they are, numbers and booleans as JSON prints them, arrays and maps as JSON, bytes as
 *   base64.
 * - the resource's attributes stand once in `resources`; rows carry their hash.
 */
import { column, NAME, OWNER, PROJECT, TIME, TOTAL, type ColumnDefinition } from './columns.js';
import { DURATIONS, minutesTable } from './minutes.js';
import type { TableDefinition } from './table.js';

const ATTRIBUTES = 'Map(LowCardinality(String), String)';
const ORIGIN = [
  column('service_name', NAME),
  column('environment', NAME),
  column('release', NAME),
  column('scope_name', NAME),
  column('scope_version', NAME),
  column('resource_hash', 'UInt64'),
];
const DAILY = '(retention_days, toDate(timestamp))';
const EXPIRY = 'toDateTime(timestamp) + toIntervalDay(retention_days)';
const TRACE_INDEX = 'INDEX trace_id_bloom trace_id TYPE bloom_filter(0.001) GRANULARITY 1';

export const SPANS: TableDefinition = {
  name: 'spans',
  engine: 'MergeTree',
  columns: [
    ...OWNER,
    column('timestamp', TIME, 'Delta(8), ZSTD(1)'),
    column('duration_ns', 'UInt64', 'T64, ZSTD(1)'),
    column('trace_id', 'FixedString(16)'),
    column('span_id', 'FixedString(8)'),
    column('parent_span_id', 'FixedString(8)'),
    column('trace_state', 'String'),
    column('name', NAME),
    column('kind', 'UInt8'),
    column('status_code', 'UInt8'),
    column('status_message', 'String'),
    ...ORIGIN,
    column('session_id', 'String'),
    column('distinct_id', 'String'),
    column('attributes', ATTRIBUTES),
    column('events.timestamp', `Array(${TIME})`),
    column('events.name', `Array(${NAME})`),
    column('events.attributes', `Array(${ATTRIBUTES})`),
    column('links.trace_id', 'Array(FixedString(16))'),
    column('links.span_id', 'Array(FixedString(8))'),
    column('links.trace_state', 'Array(String)'),
    column('links.attributes', `Array(${ATTRIBUTES})`),
  ],
  orderBy: '(project_number, toStartOfFiveMinutes(timestamp), service_name, timestamp)',
  partitionBy: DAILY,
  ttl: EXPIRY,
  indexes: [TRACE_INDEX],
  shardBy: 'cityHash64(project_number, trace_id)',
};

export const LOGS: TableDefinition = {
  name: 'logs',
  engine: 'MergeTree',
  columns: [
    ...OWNER,
    column('timestamp', TIME, 'Delta(8), ZSTD(1)'),
    column('observed_timestamp', TIME, 'Delta(8), ZSTD(1)'),
    // High 8 bytes: big-endian nanoseconds. Low 8: hash of (partition, offset, row). Sortable, equal under replay, carries its time.
    column('log_id', 'FixedString(16)'),
    // 1..24 as OpenTelemetry numbers them; derived from severity_text where the sender gave no number; 0 when neither is known.
    column('severity_number', 'UInt8'),
    column('severity_text', NAME),
    column('body', 'String'),
    column('event_name', NAME),
    column('trace_id', 'FixedString(16)'),
    column('span_id', 'FixedString(8)'),
    ...ORIGIN,
    column('session_id', 'String'),
    column('distinct_id', 'String'),
    column('attributes', ATTRIBUTES),
  ],
  orderBy: '(project_number, toStartOfFiveMinutes(timestamp), service_name, timestamp, log_id)',
  partitionBy: DAILY,
  ttl: EXPIRY,
  indexes: [TRACE_INDEX, 'INDEX body_tokens lower(body) TYPE tokenbf_v1(32768, 3, 0) GRANULARITY 1'],
  shardBy: 'cityHash64(project_number, log_id)',
};

export const RESOURCES: TableDefinition = {
  name: 'resources',
  engine: 'ReplacingMergeTree(last_seen)',
  columns: [
    PROJECT,
    column('resource_hash', 'UInt64'),
    column('attributes', ATTRIBUTES),
    column('last_seen', 'DateTime'),
  ],
  orderBy: '(project_number, resource_hash)',
  ttl: 'last_seen + toIntervalDay(400)',
  shardBy: 'cityHash64(project_number, resource_hash)',
};

/** One row per metric stream: what a point's `series_hash` stands for. */
export const METRIC_SERIES: TableDefinition = {
  name: 'metric_series',
  engine: 'ReplacingMergeTree(last_seen)',
  columns: [
    PROJECT,
    column('metric_name', NAME),
    column('series_hash', 'UInt64'),
    // 1 gauge, 2 sum, 3 histogram, 4 exponential histogram, 5 summary.
    column('type', 'UInt8'),
    // OTLP's AggregationTemporality: 0 unspecified, 1 delta, 2 cumulative.
    column('temporality', 'UInt8'),
    column('is_monotonic', 'Bool'),
    column('unit', NAME),
    column('description', 'String'),
    column('service_name', NAME),
    column('environment', NAME),
    column('instance', NAME),
    column('job', NAME),
    column('scope_name', NAME),
    column('resource_hash', 'UInt64'),
    column('attributes', ATTRIBUTES),
    column('last_seen', 'DateTime'),
  ],
  orderBy: '(project_number, metric_name, series_hash)',
  ttl: 'last_seen + toIntervalDay(400)',
  shardBy: 'cityHash64(project_number, metric_name)',
};

const POINT = [
  ...OWNER,
  column('metric_name', NAME),
  column('series_hash', 'UInt64'),
  column('timestamp', TIME, 'DoubleDelta, ZSTD(1)'),
  column('start_timestamp', TIME, 'Delta(8), ZSTD(1)'),
];
const DISTRIBUTION = [
  column('count', 'UInt64', 'T64, ZSTD(1)'),
  column('sum', 'Float64', 'Gorilla, ZSTD(1)'),
  // NaN when the sender gave none.
  column('min', 'Float64', 'Gorilla, ZSTD(1)'),
  column('max', 'Float64', 'Gorilla, ZSTD(1)'),
];
const pointTable = (name: string, columns: readonly ColumnDefinition[]): TableDefinition => ({
  name,
  engine: 'MergeTree',
  columns: [...POINT, ...columns],
  orderBy: '(project_number, metric_name, series_hash, timestamp)',
  partitionBy: DAILY,
  ttl: EXPIRY,
  shardBy: 'cityHash64(project_number, metric_name)',
});

export const METRIC_POINTS = pointTable('metric_points', [column('value', 'Float64', 'Gorilla, ZSTD(1)')]);

export const METRIC_HISTOGRAMS = pointTable('metric_histograms', [
  ...DISTRIBUTION,
  column('explicit_bounds', 'Array(Float64)'),
  column('bucket_counts', 'Array(UInt64)'),
]);

export const METRIC_EXPONENTIAL_HISTOGRAMS = pointTable('metric_exponential_histograms', [
  ...DISTRIBUTION,
  column('scale', 'Int32'),
  column('zero_count', 'UInt64'),
  column('zero_threshold', 'Float64'),
  column('positive_offset', 'Int32'),
  column('positive_bucket_counts', 'Array(UInt64)'),
  column('negative_offset', 'Int32'),
  column('negative_bucket_counts', 'Array(UInt64)'),
]);

export const METRIC_SUMMARIES = pointTable('metric_summaries', [
  column('count', 'UInt64', 'T64, ZSTD(1)'),
  column('sum', 'Float64', 'Gorilla, ZSTD(1)'),
  column('quantiles', 'Array(Float64)'),
  column('quantile_values', 'Array(Float64)'),
]);

/** One row per trace after merging; also the way from a trace id to its time. Filled from `spans` by `trace_summaries_view`. */
export const TRACE_SUMMARIES: TableDefinition = {
  name: 'trace_summaries',
  engine: 'AggregatingMergeTree',
  columns: [
    ...OWNER,
    // The day of the span that made the row: a trace over midnight has two, merged on read.
    column('day', 'Date'),
    column('trace_id', 'FixedString(16)'),
    column('start_time', `SimpleAggregateFunction(min, ${TIME})`),
    column('end_time', `SimpleAggregateFunction(max, ${TIME})`),
    column('span_count', TOTAL),
    column('error_count', TOTAL),
    column('services', 'SimpleAggregateFunction(groupUniqArrayArray, Array(String))'),
    column('environments', 'SimpleAggregateFunction(groupUniqArrayArray, Array(String))'),
    // Root spans only; '' while no root has arrived.
    column('root_name', 'SimpleAggregateFunction(max, String)'),
    column('root_service', 'SimpleAggregateFunction(max, String)'),
    column('distinct_id', 'SimpleAggregateFunction(max, String)'),
  ],
  orderBy: '(project_number, day, trace_id)',
  partitionBy: '(retention_days, day)',
  ttl: 'day + toIntervalDay(retention_days)',
  shardBy: 'cityHash64(project_number, trace_id)',
};

/**
 * Calls per minute, service and operation. Filled from `spans` by `service_minutes_view`. Errors and durations were counted here before
 * `request_minutes` was.
 */
export const SERVICE_MINUTES = minutesTable(
  'service_minutes',
  [
    column('operation', NAME),
    column('kind', 'UInt8'),
    // Spans without a parent; with SERVER and CONSUMER spans they are a service's requests.
    column('is_root', 'UInt8'),
    column('calls', TOTAL),
    column('errors', TOTAL),
    column('duration_ns', TOTAL),
    DURATIONS,
  ],
  ['operation', 'kind', 'is_root'],
);

/** Points that were not stored because their metric had too many new series that day. */
export const METRIC_LIMITED_POINTS: TableDefinition = {
  name: 'metric_limited_points',
  engine: 'AggregatingMergeTree',
  columns: [
    PROJECT,
    column('metric_name', NAME),
    // Of receipt, as everywhere where limits and usage are counted.
    column('day', 'Date'),
    column('points', TOTAL),
  ],
  orderBy: '(project_number, metric_name, day)',
  ttl: 'day + toIntervalDay(400)',
  shardBy: 'cityHash64(project_number, metric_name)',
};

/**
 * What the accepted requests of a project used. `outcome` is `stored`, with the requests and the bytes of their uncompressed protobuf,
 * or the reason why items of them were not stored.
 */
export const USAGE_HOURS: TableDefinition = {
  name: 'usage_hours',
  engine: 'AggregatingMergeTree',
  columns: [
    PROJECT,
    column('hour', 'DateTime'),
    column('signal', NAME),
    column('outcome', NAME),
    column('items', TOTAL),
    column('requests', TOTAL),
    column('bytes', TOTAL),
  ],
  orderBy: '(project_number, hour, signal, outcome)',
  ttl: 'hour + toIntervalDay(800)',
  shardBy: 'cityHash64(project_number)',
};

/**
 * When a metric was deleted, so that ingestion forgets which of its series were stored and writes them again when new points come.
 * It counts rows: a deletion that happens while it looks must change the number.
 */
export const METRIC_DELETIONS: TableDefinition = {
  name: 'metric_deletions',
  engine: 'MergeTree',
  columns: [PROJECT, column('metric_name', NAME), column('deleted_at', TIME)],
  orderBy: '(project_number, metric_name, deleted_at)',
  ttl: 'toDateTime(deleted_at) + toIntervalDay(400)',
  shardBy: 'cityHash64(project_number, metric_name)',
};

/** The tables that ingestion writes blocks to. */
export const INGEST_TABLES = [
  SPANS,
  LOGS,
  RESOURCES,
  METRIC_SERIES,
  METRIC_POINTS,
  METRIC_HISTOGRAMS,
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_SUMMARIES,
  METRIC_LIMITED_POINTS,
  USAGE_HOURS,
] as const;
