CREATE DATABASE IF NOT EXISTS svc ON CLUSTER '{cluster}';

CREATE TABLE IF NOT EXISTS svc.schema_migrations ON CLUSTER '{cluster}'
(
  `name` String,
  `checksum` String,
  `applied_at` DateTime64(3, 'UTC')
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/all/{database}/{table}', '{shard}-{replica}', applied_at)
ORDER BY name;

CREATE TABLE IF NOT EXISTS svc.spans_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `duration_ns` UInt64 CODEC(T64, ZSTD(1)),
  `trace_id` FixedString(16) CODEC(ZSTD(1)),
  `span_id` FixedString(8) CODEC(ZSTD(1)),
  `parent_span_id` FixedString(8) CODEC(ZSTD(1)),
  `trace_state` String CODEC(ZSTD(1)),
  `name` LowCardinality(String) CODEC(ZSTD(1)),
  `kind` UInt8 CODEC(ZSTD(1)),
  `status_code` UInt8 CODEC(ZSTD(1)),
  `status_message` String CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `release` LowCardinality(String) CODEC(ZSTD(1)),
  `scope_name` LowCardinality(String) CODEC(ZSTD(1)),
  `scope_version` LowCardinality(String) CODEC(ZSTD(1)),
  `resource_hash` UInt64 CODEC(ZSTD(1)),
  `session_id` String CODEC(ZSTD(1)),
  `distinct_id` String CODEC(ZSTD(1)),
  `attributes` Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  `attribute_types` LowCardinality(String) CODEC(ZSTD(1)),
  `events.timestamp` Array(DateTime64(9)) CODEC(ZSTD(1)),
  `events.name` Array(LowCardinality(String)) CODEC(ZSTD(1)),
  `events.attributes` Array(Map(LowCardinality(String), String)) CODEC(ZSTD(1)),
  `events.attribute_types` Array(LowCardinality(String)) CODEC(ZSTD(1)),
  `links.trace_id` Array(FixedString(16)) CODEC(ZSTD(1)),
  `links.span_id` Array(FixedString(8)) CODEC(ZSTD(1)),
  `links.trace_state` Array(String) CODEC(ZSTD(1)),
  `links.attributes` Array(Map(LowCardinality(String), String)) CODEC(ZSTD(1)),
  `links.attribute_types` Array(LowCardinality(String)) CODEC(ZSTD(1)),
  `adjusted_count` Float64 MATERIALIZED multiIf(if(position(trace_state, 'th:') = 0, 1., 72057594037927936. / toFloat64(72057594037927936 - reinterpretAsUInt64(reverse(unhex(rightPad(extract(trace_state, '(?:^|,)[ \t]*ot=(?:[^,;]*;)*th:([0-9a-f]{1,14})(?:[;,]|$)'), 14, '0')))))) != 1, if(position(trace_state, 'th:') = 0, 1., 72057594037927936. / toFloat64(72057594037927936 - reinterpretAsUInt64(reverse(unhex(rightPad(extract(trace_state, '(?:^|,)[ \t]*ot=(?:[^,;]*;)*th:([0-9a-f]{1,14})(?:[;,]|$)'), 14, '0')))))), toFloat64OrZero(attributes['SampleRate']) >= 1 AND toFloat64OrZero(attributes['SampleRate']) <= 72057594037927936., toFloat64OrZero(attributes['SampleRate']), 1.) CODEC(ZSTD(1)),
  INDEX trace_id_bloom trace_id TYPE bloom_filter(0.001) GRANULARITY 4,
  INDEX attribute_values mapValues(attributes) TYPE bloom_filter(0.01) GRANULARITY 4
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(timestamp))
ORDER BY (project_number, toStartOfInterval(timestamp, toIntervalSecond(10)), trace_id)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1, index_granularity = 2048;

CREATE TABLE IF NOT EXISTS svc.spans ON CLUSTER '{cluster}'
AS svc.spans_local
ENGINE = Distributed('{cluster}', 'svc', 'spans_local', cityHash64(project_number, trace_id));

CREATE TABLE IF NOT EXISTS svc.logs_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `observed_timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `record_id` FixedString(8) CODEC(ZSTD(1)),
  `log_id` FixedString(16) ALIAS toFixedString(concat(reverse(reinterpretAsFixedString(toUnixTimestamp64Nano(timestamp))), record_id), 16),
  `severity_number` UInt8 CODEC(ZSTD(1)),
  `is_error` UInt8 MATERIALIZED severity_number >= 17 CODEC(ZSTD(1)),
  `severity_text` LowCardinality(String) CODEC(ZSTD(1)),
  `body` String CODEC(ZSTD(1)),
  `event_name` LowCardinality(String) CODEC(ZSTD(1)),
  `trace_id` FixedString(16) CODEC(ZSTD(1)),
  `span_id` FixedString(8) CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `release` LowCardinality(String) CODEC(ZSTD(1)),
  `scope_name` LowCardinality(String) CODEC(ZSTD(1)),
  `scope_version` LowCardinality(String) CODEC(ZSTD(1)),
  `resource_hash` UInt64 CODEC(ZSTD(1)),
  `session_id` String CODEC(ZSTD(1)),
  `distinct_id` String CODEC(ZSTD(1)),
  `attributes` Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  `attribute_types` LowCardinality(String) CODEC(ZSTD(1)),
  INDEX trace_id_bloom trace_id TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX attribute_values mapValues(attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX body_tokens lower(body) TYPE tokenbf_v1(32768, 3, 0) GRANULARITY 1,
  INDEX service_names service_name TYPE set(100) GRANULARITY 1,
  INDEX severity_numbers severity_number TYPE minmax GRANULARITY 1
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(timestamp))
ORDER BY (project_number, is_error, timestamp, record_id)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.logs ON CLUSTER '{cluster}'
AS svc.logs_local
ENGINE = Distributed('{cluster}', 'svc', 'logs_local', cityHash64(project_number, record_id));

CREATE TABLE IF NOT EXISTS svc.resources_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `resource_hash` UInt64 CODEC(ZSTD(1)),
  `attributes` Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  `attribute_types` LowCardinality(String) CODEC(ZSTD(1)),
  `last_seen` DateTime CODEC(ZSTD(1))
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', last_seen)
ORDER BY (project_number, resource_hash)
TTL last_seen + toIntervalDay(400)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE TABLE IF NOT EXISTS svc.resources ON CLUSTER '{cluster}'
AS svc.resources_local
ENGINE = Distributed('{cluster}', 'svc', 'resources_local', cityHash64(project_number, resource_hash));

CREATE TABLE IF NOT EXISTS svc.metric_series_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `metric_name` LowCardinality(String) CODEC(ZSTD(1)),
  `series_hash` UInt64 CODEC(ZSTD(1)),
  `type` UInt8 CODEC(ZSTD(1)),
  `temporality` UInt8 CODEC(ZSTD(1)),
  `is_monotonic` Bool CODEC(ZSTD(1)),
  `unit` LowCardinality(String) CODEC(ZSTD(1)),
  `description` String CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `instance` LowCardinality(String) CODEC(ZSTD(1)),
  `job` LowCardinality(String) CODEC(ZSTD(1)),
  `scope_name` LowCardinality(String) CODEC(ZSTD(1)),
  `resource_hash` UInt64 CODEC(ZSTD(1)),
  `attributes` Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  `last_seen` DateTime CODEC(ZSTD(1))
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', last_seen)
ORDER BY (project_number, metric_name, series_hash)
TTL last_seen + toIntervalDay(400)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE TABLE IF NOT EXISTS svc.metric_series ON CLUSTER '{cluster}'
AS svc.metric_series_local
ENGINE = Distributed('{cluster}', 'svc', 'metric_series_local', cityHash64(project_number, metric_name));

CREATE TABLE IF NOT EXISTS svc.metric_points_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `metric_name` LowCardinality(String) CODEC(ZSTD(1)),
  `series_hash` UInt64 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(DoubleDelta, ZSTD(1)),
  `start_timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `value` Float64 CODEC(Gorilla, ZSTD(1))
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(timestamp))
ORDER BY (project_number, metric_name, series_hash, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.metric_points ON CLUSTER '{cluster}'
AS svc.metric_points_local
ENGINE = Distributed('{cluster}', 'svc', 'metric_points_local', cityHash64(project_number, metric_name));

CREATE TABLE IF NOT EXISTS svc.metric_histograms_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `metric_name` LowCardinality(String) CODEC(ZSTD(1)),
  `series_hash` UInt64 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(DoubleDelta, ZSTD(1)),
  `start_timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `count` UInt64 CODEC(T64, ZSTD(1)),
  `sum` Float64 CODEC(Gorilla, ZSTD(1)),
  `min` Float64 CODEC(Gorilla, ZSTD(1)),
  `max` Float64 CODEC(Gorilla, ZSTD(1)),
  `explicit_bounds` Array(Float64) CODEC(ZSTD(1)),
  `bucket_counts` Array(UInt64) CODEC(ZSTD(1))
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(timestamp))
ORDER BY (project_number, metric_name, series_hash, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.metric_histograms ON CLUSTER '{cluster}'
AS svc.metric_histograms_local
ENGINE = Distributed('{cluster}', 'svc', 'metric_histograms_local', cityHash64(project_number, metric_name));

CREATE TABLE IF NOT EXISTS svc.metric_exponential_histograms_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `metric_name` LowCardinality(String) CODEC(ZSTD(1)),
  `series_hash` UInt64 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(DoubleDelta, ZSTD(1)),
  `start_timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `count` UInt64 CODEC(T64, ZSTD(1)),
  `sum` Float64 CODEC(Gorilla, ZSTD(1)),
  `min` Float64 CODEC(Gorilla, ZSTD(1)),
  `max` Float64 CODEC(Gorilla, ZSTD(1)),
  `scale` Int32 CODEC(ZSTD(1)),
  `zero_count` UInt64 CODEC(ZSTD(1)),
  `zero_threshold` Float64 CODEC(ZSTD(1)),
  `positive_offset` Int32 CODEC(ZSTD(1)),
  `positive_bucket_counts` Array(UInt64) CODEC(ZSTD(1)),
  `negative_offset` Int32 CODEC(ZSTD(1)),
  `negative_bucket_counts` Array(UInt64) CODEC(ZSTD(1))
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(timestamp))
ORDER BY (project_number, metric_name, series_hash, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.metric_exponential_histograms ON CLUSTER '{cluster}'
AS svc.metric_exponential_histograms_local
ENGINE = Distributed('{cluster}', 'svc', 'metric_exponential_histograms_local', cityHash64(project_number, metric_name));

CREATE TABLE IF NOT EXISTS svc.metric_summaries_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `metric_name` LowCardinality(String) CODEC(ZSTD(1)),
  `series_hash` UInt64 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(DoubleDelta, ZSTD(1)),
  `start_timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `count` UInt64 CODEC(T64, ZSTD(1)),
  `sum` Float64 CODEC(Gorilla, ZSTD(1)),
  `quantiles` Array(Float64) CODEC(ZSTD(1)),
  `quantile_values` Array(Float64) CODEC(ZSTD(1))
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(timestamp))
ORDER BY (project_number, metric_name, series_hash, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.metric_summaries ON CLUSTER '{cluster}'
AS svc.metric_summaries_local
ENGINE = Distributed('{cluster}', 'svc', 'metric_summaries_local', cityHash64(project_number, metric_name));

CREATE TABLE IF NOT EXISTS svc.metric_limited_points_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `metric_name` LowCardinality(String) CODEC(ZSTD(1)),
  `day` Date CODEC(ZSTD(1)),
  `points` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
ORDER BY (project_number, metric_name, day)
TTL day + toIntervalDay(400)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE TABLE IF NOT EXISTS svc.metric_limited_points ON CLUSTER '{cluster}'
AS svc.metric_limited_points_local
ENGINE = Distributed('{cluster}', 'svc', 'metric_limited_points_local', cityHash64(project_number, metric_name));

CREATE TABLE IF NOT EXISTS svc.usage_hours_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `hour` DateTime CODEC(ZSTD(1)),
  `signal` LowCardinality(String) CODEC(ZSTD(1)),
  `outcome` LowCardinality(String) CODEC(ZSTD(1)),
  `items` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `requests` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `bytes` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
ORDER BY (project_number, hour, signal, outcome)
TTL hour + toIntervalDay(800)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE TABLE IF NOT EXISTS svc.usage_hours ON CLUSTER '{cluster}'
AS svc.usage_hours_local
ENGINE = Distributed('{cluster}', 'svc', 'usage_hours_local', cityHash64(project_number));

CREATE TABLE IF NOT EXISTS svc.events_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(T64, LZ4),
  `ingested_at` DateTime64(3) CODEC(Delta(8), ZSTD(1)),
  `event` LowCardinality(String) CODEC(ZSTD(1)),
  `distinct_id` String CODEC(ZSTD(1)),
  `distinct_id_hash` UInt64 MATERIALIZED cityHash64(distinct_id) CODEC(Delta(8), T64, LZ4),
  `message_id` String CODEC(ZSTD(1)),
  `message_id_hash` UInt64 MATERIALIZED cityHash64(message_id) CODEC(NONE),
  `session_id` String CODEC(ZSTD(1)),
  `trace_id` FixedString(16) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `release` LowCardinality(String) CODEC(ZSTD(1)),
  `groups` Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  `properties` String CODEC(ZSTD(1)),
  INDEX distinct_id_bloom distinct_id TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX session_id_bloom session_id TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX trace_id_bloom trace_id TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX group_keys_bloom mapValues(groups) TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', ingested_at)
PARTITION BY (retention_days, toYYYYMM(timestamp))
ORDER BY (project_number, toDate(timestamp), event, distinct_id_hash, timestamp, message_id_hash)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.events ON CLUSTER '{cluster}'
AS svc.events_local
ENGINE = Distributed('{cluster}', 'svc', 'events_local', cityHash64(project_number, distinct_id));

CREATE TABLE IF NOT EXISTS svc.person_registers_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `distinct_id` String CODEC(ZSTD(1)),
  `key` String CODEC(ZSTD(1)),
  `latest` SimpleAggregateFunction(max, Tuple(time Int64, message_id String, tie FixedString(32), op UInt8, value String)) CODEC(ZSTD(1)),
  `earliest` SimpleAggregateFunction(min, Tuple(time Int64, message_id String, tie FixedString(32), op UInt8, value String)) CODEC(ZSTD(1)),
  `is_server` UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
ORDER BY (project_number, distinct_id, key, is_server)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE TABLE IF NOT EXISTS svc.person_registers ON CLUSTER '{cluster}'
AS svc.person_registers_local
ENGINE = Distributed('{cluster}', 'svc', 'person_registers_local', cityHash64(project_number, distinct_id));

CREATE TABLE IF NOT EXISTS svc.group_registers_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `group_type` LowCardinality(String) CODEC(ZSTD(1)),
  `group_key` String CODEC(ZSTD(1)),
  `key` String CODEC(ZSTD(1)),
  `latest` SimpleAggregateFunction(max, Tuple(time Int64, message_id String, tie FixedString(32), op UInt8, value String)) CODEC(ZSTD(1)),
  `earliest` SimpleAggregateFunction(min, Tuple(time Int64, message_id String, tie FixedString(32), op UInt8, value String)) CODEC(ZSTD(1)),
  `is_server` UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
ORDER BY (project_number, group_type, group_key, key, is_server)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE TABLE IF NOT EXISTS svc.group_registers ON CLUSTER '{cluster}'
AS svc.group_registers_local
ENGINE = Distributed('{cluster}', 'svc', 'group_registers_local', cityHash64(project_number, group_type, group_key));

CREATE TABLE IF NOT EXISTS svc.identity_links_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `anon_distinct_id` String CODEC(ZSTD(1)),
  `distinct_id` String CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(ZSTD(1)),
  `message_id` String CODEC(ZSTD(1)),
  `event` LowCardinality(String) CODEC(ZSTD(1)),
  `ingested_at` DateTime64(3) CODEC(ZSTD(1))
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', ingested_at)
ORDER BY (project_number, anon_distinct_id, distinct_id, timestamp, message_id)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE TABLE IF NOT EXISTS svc.identity_links ON CLUSTER '{cluster}'
AS svc.identity_links_local
ENGINE = Distributed('{cluster}', 'svc', 'identity_links_local', cityHash64(project_number));

CREATE TABLE IF NOT EXISTS svc.person_seen_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `distinct_id` String CODEC(ZSTD(1)),
  `first_seen` SimpleAggregateFunction(min, DateTime64(9)) CODEC(ZSTD(1)),
  `last_seen` SimpleAggregateFunction(max, DateTime64(9)) CODEC(ZSTD(1)),
  `is_identified` SimpleAggregateFunction(max, UInt8) CODEC(ZSTD(1)),
  `person_id` SimpleAggregateFunction(any, FixedString(16)) CODEC(ZSTD(1)),
  INDEX person_id_bloom person_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
ORDER BY (project_number, distinct_id)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE TABLE IF NOT EXISTS svc.person_seen ON CLUSTER '{cluster}'
AS svc.person_seen_local
ENGINE = Distributed('{cluster}', 'svc', 'person_seen_local', cityHash64(project_number, distinct_id));

CREATE TABLE IF NOT EXISTS svc.group_seen_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `group_type` LowCardinality(String) CODEC(ZSTD(1)),
  `group_key` String CODEC(ZSTD(1)),
  `first_seen` SimpleAggregateFunction(min, DateTime64(9)) CODEC(ZSTD(1)),
  `last_seen` SimpleAggregateFunction(max, DateTime64(9)) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
ORDER BY (project_number, group_type, group_key)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE TABLE IF NOT EXISTS svc.group_seen ON CLUSTER '{cluster}'
AS svc.group_seen_local
ENGINE = Distributed('{cluster}', 'svc', 'group_seen_local', cityHash64(project_number, group_type, group_key));

CREATE TABLE IF NOT EXISTS svc.event_names_daily_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `day` Date CODEC(ZSTD(1)),
  `event` LowCardinality(String) CODEC(ZSTD(1)),
  `count` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `last_seen` SimpleAggregateFunction(max, DateTime64(9)) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
ORDER BY (project_number, day, event, retention_days)
TTL day + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE TABLE IF NOT EXISTS svc.event_names_daily ON CLUSTER '{cluster}'
AS svc.event_names_daily_local
ENGINE = Distributed('{cluster}', 'svc', 'event_names_daily_local', cityHash64(project_number, event));

CREATE TABLE IF NOT EXISTS svc.trace_summaries_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `day` Date CODEC(ZSTD(1)),
  `trace_id` FixedString(16) CODEC(ZSTD(1)),
  `start_time` SimpleAggregateFunction(min, DateTime64(9)) CODEC(ZSTD(1)),
  `end_time` SimpleAggregateFunction(max, DateTime64(9)) CODEC(ZSTD(1)),
  `span_count` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `error_count` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `services` SimpleAggregateFunction(groupUniqArrayArray, Array(String)) CODEC(ZSTD(1)),
  `environments` SimpleAggregateFunction(groupUniqArrayArray, Array(String)) CODEC(ZSTD(1)),
  `root_name` SimpleAggregateFunction(max, String) CODEC(ZSTD(1)),
  `root_service` SimpleAggregateFunction(max, String) CODEC(ZSTD(1)),
  `distinct_id` SimpleAggregateFunction(max, String) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, day)
ORDER BY (project_number, day, trace_id)
TTL day + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1, index_granularity = 256;

CREATE TABLE IF NOT EXISTS svc.trace_summaries ON CLUSTER '{cluster}'
AS svc.trace_summaries_local
ENGINE = Distributed('{cluster}', 'svc', 'trace_summaries_local', cityHash64(project_number, trace_id));

CREATE TABLE IF NOT EXISTS svc.service_minutes_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `minute` DateTime CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `operation` LowCardinality(String) CODEC(ZSTD(1)),
  `kind` UInt8 CODEC(ZSTD(1)),
  `is_root` UInt8 CODEC(ZSTD(1)),
  `calls` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(minute))
ORDER BY (project_number, minute, service_name, environment, operation, kind, is_root)
TTL minute + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.service_minutes ON CLUSTER '{cluster}'
AS svc.service_minutes_local
ENGINE = Distributed('{cluster}', 'svc', 'service_minutes_local', cityHash64(project_number, service_name));

CREATE TABLE IF NOT EXISTS svc.service_hours_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `hour` DateTime CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `operation` LowCardinality(String) CODEC(ZSTD(1)),
  `kind` UInt8 CODEC(ZSTD(1)),
  `is_root` UInt8 CODEC(ZSTD(1)),
  `calls` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(hour))
ORDER BY (project_number, hour, service_name, environment, operation, kind, is_root)
TTL hour + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.service_hours ON CLUSTER '{cluster}'
AS svc.service_hours_local
ENGINE = Distributed('{cluster}', 'svc', 'service_hours_local', cityHash64(project_number, service_name));

CREATE TABLE IF NOT EXISTS svc.request_minutes_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `minute` DateTime CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `spans` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `requests` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `errors` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `duration_ns` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `added_spans` SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  `added_requests` SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  `added_errors` SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  `added_duration_ns` SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  `durations` AggregateFunction(quantilesTDigest(0.5, 0.95, 0.99), UInt64) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(minute))
ORDER BY (project_number, minute, service_name, environment)
TTL minute + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.request_minutes ON CLUSTER '{cluster}'
AS svc.request_minutes_local
ENGINE = Distributed('{cluster}', 'svc', 'request_minutes_local', cityHash64(project_number, service_name));

CREATE TABLE IF NOT EXISTS svc.request_hours_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `hour` DateTime CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `last_minute` SimpleAggregateFunction(max, DateTime) CODEC(ZSTD(1)),
  `spans` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `requests` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `errors` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `duration_ns` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `added_spans` SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  `added_requests` SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  `added_errors` SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  `added_duration_ns` SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  `durations` AggregateFunction(quantilesTDigest(0.5, 0.95, 0.99), UInt64) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(hour))
ORDER BY (project_number, hour, service_name, environment)
TTL hour + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.request_hours ON CLUSTER '{cluster}'
AS svc.request_hours_local
ENGINE = Distributed('{cluster}', 'svc', 'request_hours_local', cityHash64(project_number, service_name));

CREATE TABLE IF NOT EXISTS svc.log_minutes_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `minute` DateTime CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `severity_number` UInt8 CODEC(ZSTD(1)),
  `is_error` UInt8 ALIAS severity_number >= 17,
  `records` SimpleAggregateFunction(sum, Int64) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(minute))
ORDER BY (project_number, minute, service_name, environment, severity_number)
TTL minute + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.log_minutes ON CLUSTER '{cluster}'
AS svc.log_minutes_local
ENGINE = Distributed('{cluster}', 'svc', 'log_minutes_local', cityHash64(project_number, service_name));

CREATE TABLE IF NOT EXISTS svc.metric_seen_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `metric_name` LowCardinality(String) CODEC(ZSTD(1)),
  `last_point` SimpleAggregateFunction(max, DateTime64(9)) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
ORDER BY (project_number, metric_name)
TTL toDateTime(last_point) + toIntervalDay(400)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE TABLE IF NOT EXISTS svc.metric_seen ON CLUSTER '{cluster}'
AS svc.metric_seen_local
ENGINE = Distributed('{cluster}', 'svc', 'metric_seen_local', cityHash64(project_number, metric_name));

CREATE TABLE IF NOT EXISTS svc.metric_deletions_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `metric_name` LowCardinality(String) CODEC(ZSTD(1)),
  `deleted_at` DateTime64(9) CODEC(ZSTD(1))
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
ORDER BY (project_number, metric_name, deleted_at)
TTL toDateTime(deleted_at) + toIntervalDay(400)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE TABLE IF NOT EXISTS svc.metric_deletions ON CLUSTER '{cluster}'
AS svc.metric_deletions_local
ENGINE = Distributed('{cluster}', 'svc', 'metric_deletions_local', cityHash64(project_number, metric_name));

CREATE TABLE IF NOT EXISTS svc.person_overrides_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `distinct_id` String CODEC(ZSTD(1)),
  `canonical_distinct_id` String CODEC(ZSTD(1)),
  `version` UInt64 CODEC(ZSTD(1))
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version)
ORDER BY (project_number, distinct_id)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE TABLE IF NOT EXISTS svc.person_overrides ON CLUSTER '{cluster}'
AS svc.person_overrides_local
ENGINE = Distributed('{cluster}', 'svc', 'person_overrides_local', cityHash64(project_number));

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.trace_summaries_view ON CLUSTER '{cluster}'
TO svc.trace_summaries_local
AS SELECT
  project_number AS project_number,
  retention_days AS retention_days,
  toDate(timestamp) AS day,
  trace_id AS trace_id,
  min(timestamp) AS start_time,
  max(timestamp + toIntervalNanosecond(duration_ns)) AS end_time,
  count() AS span_count,
  countIf(status_code = 2) AS error_count,
  arrayFilter(name -> name != '', groupUniqArray(toString(service_name))) AS services,
  arrayFilter(name -> name != '', groupUniqArray(toString(environment))) AS environments,
  maxIf(toString(name), parent_span_id = toFixedString('', 8)) AS root_name,
  maxIf(toString(service_name), parent_span_id = toFixedString('', 8)) AS root_service,
  max(spans.distinct_id) AS distinct_id
FROM svc.spans_local AS spans
GROUP BY project_number, retention_days, day, trace_id;

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.service_minutes_view ON CLUSTER '{cluster}'
TO svc.service_minutes_local
AS SELECT
  project_number AS project_number,
  retention_days AS retention_days,
  toStartOfMinute(toDateTime(timestamp)) AS minute,
  service_name AS service_name,
  environment AS environment,
  name AS operation,
  kind AS kind,
  toUInt8(parent_span_id = toFixedString('', 8)) AS is_root,
  count() AS calls
FROM svc.spans_local AS spans
GROUP BY project_number, retention_days, minute, service_name, environment, operation, kind, is_root;

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.service_hours_view ON CLUSTER '{cluster}'
TO svc.service_hours_local
AS SELECT
  project_number AS project_number,
  retention_days AS retention_days,
  toStartOfHour(minute) AS hour,
  service_name AS service_name,
  environment AS environment,
  operation AS operation,
  kind AS kind,
  is_root AS is_root,
  sum(service_minutes.calls) AS calls
FROM svc.service_minutes_local AS service_minutes
GROUP BY project_number, retention_days, hour, service_name, environment, operation, kind, is_root;

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.request_minutes_view ON CLUSTER '{cluster}'
TO svc.request_minutes_local
AS SELECT
  project_number AS project_number,
  retention_days AS retention_days,
  toStartOfMinute(toDateTime(timestamp)) AS minute,
  service_name AS service_name,
  environment AS environment,
  count() AS spans,
  countIf((kind IN (2, 5) OR parent_span_id = toFixedString('', 8))) AS requests,
  countIf(status_code = 2 AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))) AS errors,
  sumIf(spans.duration_ns, (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))) AS duration_ns,
  sum(adjusted_count - 1) AS added_spans,
  sumIf(adjusted_count - 1, (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))) AS added_requests,
  sumIf(adjusted_count - 1, status_code = 2 AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))) AS added_errors,
  sumIf((adjusted_count - 1) * spans.duration_ns, (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))) AS added_duration_ns,
  quantilesTDigestStateIf(0.5, 0.95, 0.99)(spans.duration_ns, (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))) AS durations
FROM svc.spans_local AS spans
GROUP BY project_number, retention_days, minute, service_name, environment;

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.request_hours_view ON CLUSTER '{cluster}'
TO svc.request_hours_local
AS SELECT
  project_number AS project_number,
  retention_days AS retention_days,
  toStartOfHour(minute) AS hour,
  service_name AS service_name,
  environment AS environment,
  max(minute) AS last_minute,
  sum(request_minutes.spans) AS spans,
  sum(request_minutes.requests) AS requests,
  sum(request_minutes.errors) AS errors,
  sum(request_minutes.duration_ns) AS duration_ns,
  sum(request_minutes.added_spans) AS added_spans,
  sum(request_minutes.added_requests) AS added_requests,
  sum(request_minutes.added_errors) AS added_errors,
  sum(request_minutes.added_duration_ns) AS added_duration_ns,
  quantilesTDigestMergeState(0.5, 0.95, 0.99)(request_minutes.durations) AS durations
FROM svc.request_minutes_local AS request_minutes
GROUP BY project_number, retention_days, hour, service_name, environment;

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.log_minutes_view ON CLUSTER '{cluster}'
TO svc.log_minutes_local
AS SELECT
  project_number AS project_number,
  retention_days AS retention_days,
  toStartOfMinute(toDateTime(timestamp)) AS minute,
  service_name AS service_name,
  environment AS environment,
  severity_number AS severity_number,
  count() AS records
FROM svc.logs_local AS logs
GROUP BY project_number, retention_days, minute, service_name, environment, severity_number;

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.metric_seen_from_metric_points ON CLUSTER '{cluster}'
TO svc.metric_seen_local
AS SELECT
  project_number AS project_number,
  metric_name AS metric_name,
  max(timestamp) AS last_point
FROM svc.metric_points_local AS metric_points
GROUP BY project_number, metric_name;

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.metric_seen_from_metric_histograms ON CLUSTER '{cluster}'
TO svc.metric_seen_local
AS SELECT
  project_number AS project_number,
  metric_name AS metric_name,
  max(timestamp) AS last_point
FROM svc.metric_histograms_local AS metric_histograms
GROUP BY project_number, metric_name;

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.metric_seen_from_metric_exponential_histograms ON CLUSTER '{cluster}'
TO svc.metric_seen_local
AS SELECT
  project_number AS project_number,
  metric_name AS metric_name,
  max(timestamp) AS last_point
FROM svc.metric_exponential_histograms_local AS metric_exponential_histograms
GROUP BY project_number, metric_name;

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.metric_seen_from_metric_summaries ON CLUSTER '{cluster}'
TO svc.metric_seen_local
AS SELECT
  project_number AS project_number,
  metric_name AS metric_name,
  max(timestamp) AS last_point
FROM svc.metric_summaries_local AS metric_summaries
GROUP BY project_number, metric_name;

CREATE TABLE IF NOT EXISTS svc.errors_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `record_id` FixedString(8) CODEC(ZSTD(1)),
  `error_id` FixedString(16) ALIAS toFixedString(concat(reverse(reinterpretAsFixedString(toUnixTimestamp64Nano(timestamp))), record_id), 16),
  `variant` FixedString(16) CODEC(ZSTD(1)),
  `hashes` Array(FixedString(16)) CODEC(ZSTD(1)),
  `claims` Array(FixedString(8)) CODEC(ZSTD(1)),
  `source` LowCardinality(String) CODEC(ZSTD(1)),
  `level` LowCardinality(String) CODEC(ZSTD(1)),
  `handled` LowCardinality(String) CODEC(ZSTD(1)),
  `type` LowCardinality(String) CODEC(ZSTD(1)),
  `message` String CODEC(ZSTD(1)),
  `stacktrace` String CODEC(ZSTD(1)),
  `culprit` LowCardinality(String) CODEC(ZSTD(1)),
  `platform` LowCardinality(String) CODEC(ZSTD(1)),
  `mechanism` LowCardinality(String) CODEC(ZSTD(1)),
  `dist` LowCardinality(String) CODEC(ZSTD(1)),
  `debug_ids` Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  `trace_id` FixedString(16) CODEC(ZSTD(1)),
  `span_id` FixedString(8) CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `release` LowCardinality(String) CODEC(ZSTD(1)),
  `scope_name` LowCardinality(String) CODEC(ZSTD(1)),
  `scope_version` LowCardinality(String) CODEC(ZSTD(1)),
  `resource_hash` UInt64 CODEC(ZSTD(1)),
  `session_id` String CODEC(ZSTD(1)),
  `distinct_id` String CODEC(ZSTD(1)),
  `groups` Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  `attributes` Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  `attribute_types` LowCardinality(String) CODEC(ZSTD(1)),
  `stored_at` DateTime MATERIALIZED now() CODEC(Delta(4), ZSTD(1)),
  INDEX trace_id_bloom trace_id TYPE bloom_filter(0.001) GRANULARITY 4,
  INDEX variant_bloom variant TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX distinct_id_bloom distinct_id TYPE bloom_filter(0.01) GRANULARITY 4,
  INDEX session_id_bloom session_id TYPE bloom_filter(0.01) GRANULARITY 4,
  INDEX group_keys_bloom mapValues(groups) TYPE bloom_filter(0.01) GRANULARITY 4,
  INDEX message_tokens lower(message) TYPE tokenbf_v1(16384, 3, 0) GRANULARITY 4
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(timestamp))
ORDER BY (project_number, toStartOfInterval(timestamp, toIntervalMinute(5)), variant, timestamp, record_id)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1, index_granularity = 2048;

CREATE TABLE IF NOT EXISTS svc.errors ON CLUSTER '{cluster}'
AS svc.errors_local
ENGINE = Distributed('{cluster}', 'svc', 'errors_local', cityHash64(project_number, variant));

CREATE TABLE IF NOT EXISTS svc.error_minutes_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `variant` FixedString(16) CODEC(ZSTD(1)),
  `minute` DateTime CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `release` LowCardinality(String) CODEC(ZSTD(1)),
  `platform` LowCardinality(String) CODEC(ZSTD(1)),
  `mechanism` LowCardinality(String) CODEC(ZSTD(1)),
  `events` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `first_seen` SimpleAggregateFunction(min, DateTime64(9)) CODEC(ZSTD(1)),
  `last_seen` SimpleAggregateFunction(max, DateTime64(9)) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(minute))
ORDER BY (project_number, variant, minute, environment, service_name, release, platform, mechanism)
TTL minute + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.error_minutes ON CLUSTER '{cluster}'
AS svc.error_minutes_local
ENGINE = Distributed('{cluster}', 'svc', 'error_minutes_local', cityHash64(project_number, variant));

CREATE TABLE IF NOT EXISTS svc.error_hours_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `variant` FixedString(16) CODEC(ZSTD(1)),
  `hour` DateTime CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `release` LowCardinality(String) CODEC(ZSTD(1)),
  `platform` LowCardinality(String) CODEC(ZSTD(1)),
  `mechanism` LowCardinality(String) CODEC(ZSTD(1)),
  `events` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `first_seen` SimpleAggregateFunction(min, DateTime64(9)) CODEC(ZSTD(1)),
  `last_seen` SimpleAggregateFunction(max, DateTime64(9)) CODEC(ZSTD(1)),
  `users` AggregateFunction(uniqCombined64(12), String) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(hour))
ORDER BY (project_number, variant, hour, environment, service_name, release, platform, mechanism)
TTL hour + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.error_hours ON CLUSTER '{cluster}'
AS svc.error_hours_local
ENGINE = Distributed('{cluster}', 'svc', 'error_hours_local', cityHash64(project_number, variant));

CREATE TABLE IF NOT EXISTS svc.error_arrivals_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `stored_at` DateTime CODEC(ZSTD(1)),
  `variant` FixedString(16) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `release` LowCardinality(String) CODEC(ZSTD(1)),
  `platform` LowCardinality(String) CODEC(ZSTD(1)),
  `mechanism` LowCardinality(String) CODEC(ZSTD(1)),
  `events` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `first_seen` SimpleAggregateFunction(min, DateTime64(9)) CODEC(ZSTD(1)),
  `last_seen` SimpleAggregateFunction(max, DateTime64(9)) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY toDate(stored_at)
ORDER BY (stored_at, project_number, variant, environment, service_name, release, platform, mechanism)
TTL stored_at + toIntervalDay(2)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.error_arrivals ON CLUSTER '{cluster}'
AS svc.error_arrivals_local
ENGINE = Distributed('{cluster}', 'svc', 'error_arrivals_local', cityHash64(project_number, variant));

CREATE TABLE IF NOT EXISTS svc.issue_variants_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `variant` FixedString(16) CODEC(ZSTD(1)),
  `issue_id` FixedString(16) CODEC(ZSTD(1)),
  `is_open` UInt8 CODEC(ZSTD(1)),
  `version` UInt64 CODEC(ZSTD(1))
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version)
ORDER BY (project_number, variant)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE TABLE IF NOT EXISTS svc.issue_variants ON CLUSTER '{cluster}'
AS svc.issue_variants_local
ENGINE = Distributed('{cluster}', 'svc', 'issue_variants_local', cityHash64(project_number, variant));

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.error_minutes_view ON CLUSTER '{cluster}'
TO svc.error_minutes_local
AS SELECT
  project_number AS project_number,
  retention_days AS retention_days,
  variant AS variant,
  toStartOfMinute(toDateTime(timestamp)) AS minute,
  environment AS environment,
  service_name AS service_name,
  release AS release,
  platform AS platform,
  mechanism AS mechanism,
  count() AS events,
  min(timestamp) AS first_seen,
  max(timestamp) AS last_seen
FROM svc.errors_local AS errors
GROUP BY project_number, retention_days, variant, minute, environment, service_name, release, platform, mechanism;

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.error_hours_view ON CLUSTER '{cluster}'
TO svc.error_hours_local
AS SELECT
  project_number AS project_number,
  retention_days AS retention_days,
  variant AS variant,
  toStartOfHour(toDateTime(timestamp)) AS hour,
  environment AS environment,
  service_name AS service_name,
  release AS release,
  platform AS platform,
  mechanism AS mechanism,
  count() AS events,
  min(timestamp) AS first_seen,
  max(timestamp) AS last_seen,
  uniqCombined64StateIf(12)(distinct_id, distinct_id != '') AS users
FROM svc.errors_local AS errors
GROUP BY project_number, retention_days, variant, hour, environment, service_name, release, platform, mechanism;

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.error_arrivals_view ON CLUSTER '{cluster}'
TO svc.error_arrivals_local
AS SELECT
  project_number AS project_number,
  stored_at AS stored_at,
  variant AS variant,
  environment AS environment,
  service_name AS service_name,
  release AS release,
  platform AS platform,
  mechanism AS mechanism,
  count() AS events,
  min(timestamp) AS first_seen,
  max(timestamp) AS last_seen
FROM svc.errors_local AS errors
GROUP BY project_number, stored_at, variant, environment, service_name, release, platform, mechanism;

ALTER TABLE svc.issue_variants_local ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `culprit` String CODEC(ZSTD(1));

ALTER TABLE svc.issue_variants ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `culprit` String CODEC(ZSTD(1));

ALTER TABLE svc.logs_local ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `dropped_attributes_count` UInt32 CODEC(ZSTD(1));

ALTER TABLE svc.logs ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `dropped_attributes_count` UInt32 CODEC(ZSTD(1));

ALTER TABLE svc.spans_local ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `dropped_counts` String CODEC(ZSTD(1));

ALTER TABLE svc.spans ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `dropped_counts` String CODEC(ZSTD(1));

ALTER TABLE svc.spans_local ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `is_ai` UInt8 CODEC(ZSTD(1));

ALTER TABLE svc.spans ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `is_ai` UInt8 CODEC(ZSTD(1));

CREATE TABLE IF NOT EXISTS svc.ai_arrivals_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `stored_at` DateTime CODEC(ZSTD(1)),
  `trace_id` FixedString(16) CODEC(ZSTD(1)),
  `spans` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `first_seen` SimpleAggregateFunction(min, DateTime64(9)) CODEC(ZSTD(1)),
  `last_seen` SimpleAggregateFunction(max, DateTime64(9)) CODEC(ZSTD(1))
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY toDate(stored_at)
ORDER BY (stored_at, project_number, trace_id)
TTL stored_at + toIntervalDay(2)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.ai_arrivals ON CLUSTER '{cluster}'
AS svc.ai_arrivals_local
ENGINE = Distributed('{cluster}', 'svc', 'ai_arrivals_local', cityHash64(project_number, trace_id));

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.ai_arrivals_view ON CLUSTER '{cluster}'
TO svc.ai_arrivals_local
AS SELECT
  project_number AS project_number,
  now() AS stored_at,
  trace_id AS trace_id,
  count() AS spans,
  min(timestamp) AS first_seen,
  max(timestamp) AS last_seen
FROM svc.spans_local AS spans
WHERE is_ai = 1
GROUP BY project_number, stored_at, trace_id;

CREATE TABLE IF NOT EXISTS svc.agent_runs_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `run_id` String CODEC(ZSTD(1)),
  `run_key` FixedString(16) MATERIALIZED sipHash128(run_id) CODEC(ZSTD(1)),
  `version` UInt64 CODEC(ZSTD(1)),
  `is_deleted` UInt8 CODEC(ZSTD(1)),
  `duration_ns` UInt64 CODEC(ZSTD(1)),
  `trace_ids` Array(FixedString(16)) CODEC(ZSTD(1)),
  `root_trace_id` FixedString(16) CODEC(ZSTD(1)),
  `root_span_id` FixedString(8) CODEC(ZSTD(1)),
  `name` LowCardinality(String) CODEC(ZSTD(1)),
  `agent_name` LowCardinality(String) CODEC(ZSTD(1)),
  `agent_version` LowCardinality(String) CODEC(ZSTD(1)),
  `conversation_id` String CODEC(ZSTD(1)),
  `session_id` String CODEC(ZSTD(1)),
  `distinct_id` String CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `release` LowCardinality(String) CODEC(ZSTD(1)),
  `status` LowCardinality(String) CODEC(ZSTD(1)),
  `status_reason` LowCardinality(String) CODEC(ZSTD(1)),
  `is_inferred` UInt8 CODEC(ZSTD(1)),
  `is_settled` UInt8 CODEC(ZSTD(1)),
  `first_token_ns` Nullable(UInt64) CODEC(ZSTD(1)),
  `steps` UInt32 CODEC(ZSTD(1)),
  `llm_calls` UInt32 CODEC(ZSTD(1)),
  `tool_calls` UInt32 CODEC(ZSTD(1)),
  `tool_errors` UInt32 CODEC(ZSTD(1)),
  `unpriced_calls` UInt32 CODEC(ZSTD(1)),
  `usage` Map(LowCardinality(String), UInt64) CODEC(ZSTD(1)),
  `cost` Nullable(Decimal(18, 12)) CODEC(ZSTD(1)),
  `flags` Array(LowCardinality(String)) CODEC(ZSTD(1)),
  `models` Array(LowCardinality(String)) CODEC(ZSTD(1)),
  `providers` Array(LowCardinality(String)) CODEC(ZSTD(1)),
  `error_type` LowCardinality(String) CODEC(ZSTD(1)),
  `error_message` String CODEC(ZSTD(1)),
  INDEX run_id_bloom run_id TYPE bloom_filter(0.001) GRANULARITY 4,
  INDEX trace_ids_bloom trace_ids TYPE bloom_filter(0.001) GRANULARITY 4
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version, is_deleted)
PARTITION BY (retention_days, toDate(timestamp))
ORDER BY (project_number, toStartOfInterval(timestamp, toIntervalMinute(5)), run_id)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1, index_granularity = 1024;

CREATE TABLE IF NOT EXISTS svc.agent_runs ON CLUSTER '{cluster}'
AS svc.agent_runs_local
ENGINE = Distributed('{cluster}', 'svc', 'agent_runs_local', cityHash64(project_number, run_id));

CREATE TABLE IF NOT EXISTS svc.agent_steps_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `trace_id` FixedString(16) CODEC(ZSTD(1)),
  `span_id` FixedString(8) CODEC(ZSTD(1)),
  `run_id` String CODEC(ZSTD(1)),
  `version` UInt64 CODEC(ZSTD(1)),
  `is_deleted` UInt8 CODEC(ZSTD(1)),
  `parent_span_id` FixedString(8) CODEC(ZSTD(1)),
  `kind` LowCardinality(String) CODEC(ZSTD(1)),
  `operation` LowCardinality(String) CODEC(ZSTD(1)),
  `name` LowCardinality(String) CODEC(ZSTD(1)),
  `label` LowCardinality(String) CODEC(ZSTD(1)),
  `agent_name` LowCardinality(String) CODEC(ZSTD(1)),
  `duration_ns` UInt64 CODEC(ZSTD(1)),
  `is_error` UInt8 CODEC(ZSTD(1)),
  `error_type` LowCardinality(String) CODEC(ZSTD(1)),
  `error_message` String CODEC(ZSTD(1)),
  `model` LowCardinality(String) CODEC(ZSTD(1)),
  `provider` LowCardinality(String) CODEC(ZSTD(1)),
  `service_tier` LowCardinality(String) CODEC(ZSTD(1)),
  `first_token_ns` Nullable(UInt64) CODEC(ZSTD(1)),
  `finish_reasons` Array(LowCardinality(String)) CODEC(ZSTD(1)),
  `tool_call_id` String CODEC(ZSTD(1)),
  `usage` Map(LowCardinality(String), UInt64) CODEC(ZSTD(1)),
  `cost` Nullable(Decimal(18, 12)) CODEC(ZSTD(1)),
  `price_id` LowCardinality(String) CODEC(ZSTD(1)),
  `is_counted` UInt8 CODEC(ZSTD(1)),
  `is_unpriced` UInt8 CODEC(ZSTD(1)),
  `flags` Array(LowCardinality(String)) CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `distinct_id` String CODEC(ZSTD(1)),
  INDEX trace_id_bloom trace_id TYPE bloom_filter(0.001) GRANULARITY 4,
  INDEX run_id_bloom run_id TYPE bloom_filter(0.001) GRANULARITY 4
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version, is_deleted)
PARTITION BY (retention_days, toDate(timestamp))
ORDER BY (project_number, toStartOfInterval(timestamp, toIntervalMinute(5)), trace_id, span_id)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1, index_granularity = 2048;

CREATE TABLE IF NOT EXISTS svc.agent_steps ON CLUSTER '{cluster}'
AS svc.agent_steps_local
ENGINE = Distributed('{cluster}', 'svc', 'agent_steps_local', cityHash64(project_number, trace_id));

CREATE TABLE IF NOT EXISTS svc.llm_figures_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `span_hours` UInt8 CODEC(ZSTD(1)),
  `hour` DateTime CODEC(ZSTD(1)),
  `provider` LowCardinality(String) CODEC(ZSTD(1)),
  `model` LowCardinality(String) CODEC(ZSTD(1)),
  `agent_name` LowCardinality(String) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  `price_id` LowCardinality(String) CODEC(ZSTD(1)),
  `tier_above` UInt64 CODEC(ZSTD(1)),
  `is_unpriced` UInt8 CODEC(ZSTD(1)),
  `version` UInt64 CODEC(ZSTD(1)),
  `is_deleted` UInt8 CODEC(ZSTD(1)),
  `steps` UInt64 CODEC(ZSTD(1)),
  `calls` UInt64 CODEC(ZSTD(1)),
  `errors` UInt64 CODEC(ZSTD(1)),
  `priced` UInt64 CODEC(ZSTD(1)),
  `cost` Decimal(18, 12) CODEC(ZSTD(1)),
  `input_tokens` UInt64 CODEC(ZSTD(1)),
  `output_tokens` UInt64 CODEC(ZSTD(1)),
  `usage` Map(LowCardinality(String), UInt64) CODEC(ZSTD(1)),
  `latency_buckets` Array(UInt32) CODEC(ZSTD(1)),
  `latency_counts` Array(UInt64) CODEC(ZSTD(1)),
  `first_token_buckets` Array(UInt32) CODEC(ZSTD(1)),
  `first_token_counts` Array(UInt64) CODEC(ZSTD(1))
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version, is_deleted)
PARTITION BY (retention_days, toDate(hour))
ORDER BY (project_number, span_hours, hour, provider, model, agent_name, environment, price_id, tier_above, is_unpriced)
TTL hour + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS svc.llm_figures ON CLUSTER '{cluster}'
AS svc.llm_figures_local
ENGINE = Distributed('{cluster}', 'svc', 'llm_figures_local', cityHash64(project_number, hour));

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.evaluation_arrivals_view ON CLUSTER '{cluster}'
TO svc.ai_arrivals_local
AS SELECT
  project_number AS project_number,
  now() AS stored_at,
  trace_id AS trace_id,
  count() AS spans,
  min(timestamp) AS first_seen,
  max(timestamp) AS last_seen
FROM svc.logs_local AS logs
WHERE event_name = 'gen_ai.evaluation.result' AND trace_id != toFixedString('', 16)
GROUP BY project_number, stored_at, trace_id;

ALTER TABLE svc.agent_runs_local ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `input_preview` String CODEC(ZSTD(1));

ALTER TABLE svc.agent_runs ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `input_preview` String CODEC(ZSTD(1));

ALTER TABLE svc.agent_runs_local ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `output_preview` String CODEC(ZSTD(1));

ALTER TABLE svc.agent_runs ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `output_preview` String CODEC(ZSTD(1));

CREATE TABLE IF NOT EXISTS svc.ai_content_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `trace_id` FixedString(16) CODEC(ZSTD(1)),
  `span_id` FixedString(8) CODEC(ZSTD(1)),
  `event` UInt16 CODEC(ZSTD(1)),
  `distinct_id` String CODEC(ZSTD(1)),
  `content` Map(LowCardinality(String), String) CODEC(ZSTD(3)),
  `object_key` String CODEC(ZSTD(1)),
  INDEX trace_id_bloom trace_id TYPE bloom_filter(0.001) GRANULARITY 4
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toDate(timestamp))
ORDER BY (project_number, toStartOfInterval(timestamp, toIntervalMinute(5)), trace_id, span_id)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1, index_granularity = 256;

CREATE TABLE IF NOT EXISTS svc.ai_content ON CLUSTER '{cluster}'
AS svc.ai_content_local
ENGINE = Distributed('{cluster}', 'svc', 'ai_content_local', cityHash64(project_number, trace_id));

CREATE TABLE IF NOT EXISTS svc.replay_blocks_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `session_id` String CODEC(ZSTD(1)),
  `window_id` String CODEC(ZSTD(1)),
  `seq` UInt32 CODEC(ZSTD(1)),
  `ingested_at` DateTime64(3) CODEC(Delta(8), ZSTD(1)),
  `distinct_id` String CODEC(ZSTD(1)),
  `object_key` String CODEC(ZSTD(1)),
  `events` UInt32 CODEC(ZSTD(1)),
  `bytes` UInt32 CODEC(ZSTD(1)),
  `stored_bytes` UInt32 CODEC(ZSTD(1)),
  `first_ms` UInt64 CODEC(ZSTD(1)),
  `last_ms` UInt64 CODEC(ZSTD(1)),
  `clock_difference_ms` Nullable(Int64) CODEC(ZSTD(1)),
  `clock_shift_ms` Int64 CODEC(ZSTD(1)),
  `snapshots` Array(UInt64) CODEC(ZSTD(1)),
  `urls` Array(String) CODEC(ZSTD(1)),
  `clicks` UInt32 CODEC(ZSTD(1)),
  `inputs` UInt32 CODEC(ZSTD(1)),
  `console_errors` UInt32 CODEC(ZSTD(1)),
  `network_errors` UInt32 CODEC(ZSTD(1)),
  `active_from` Array(UInt64) CODEC(ZSTD(1)),
  `active_to` Array(UInt64) CODEC(ZSTD(1)),
  `masked` Map(LowCardinality(String), UInt64) CODEC(ZSTD(1)),
  `rules_version` UInt16 CODEC(ZSTD(1)),
  `sdk` LowCardinality(String) CODEC(ZSTD(1)),
  `release` LowCardinality(String) CODEC(ZSTD(1)),
  `environment` LowCardinality(String) CODEC(ZSTD(1)),
  INDEX session_id_bloom session_id TYPE bloom_filter(0.01) GRANULARITY 4,
  INDEX distinct_id_bloom distinct_id TYPE bloom_filter(0.01) GRANULARITY 4
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', ingested_at)
PARTITION BY (retention_days, toDate(timestamp))
ORDER BY (project_number, toDate(timestamp), session_id, window_id, seq)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1, index_granularity = 512;

CREATE TABLE IF NOT EXISTS svc.replay_blocks ON CLUSTER '{cluster}'
AS svc.replay_blocks_local
ENGINE = Distributed('{cluster}', 'svc', 'replay_blocks_local', cityHash64(project_number, session_id));

CREATE TABLE IF NOT EXISTS svc.replay_sessions_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `session_id` String CODEC(ZSTD(1)),
  `session_key` FixedString(16) MATERIALIZED sipHash128(session_id) CODEC(ZSTD(1)),
  `first_ms` SimpleAggregateFunction(min, UInt64) CODEC(ZSTD(1)),
  `last_ms` SimpleAggregateFunction(max, UInt64) CODEC(ZSTD(1)),
  `visitor` SimpleAggregateFunction(max, String) CODEC(ZSTD(1)),
  `entry` SimpleAggregateFunction(min, String) CODEC(ZSTD(1)),
  `chunks` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `snapshots` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `events` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `bytes` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `stored_bytes` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `clicks` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `inputs` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `console_errors` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `network_errors` SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  `sdk` SimpleAggregateFunction(max, String) CODEC(ZSTD(1)),
  `release` SimpleAggregateFunction(max, String) CODEC(ZSTD(1)),
  `environment` SimpleAggregateFunction(max, String) CODEC(ZSTD(1)),
  INDEX session_id_bloom session_id TYPE bloom_filter(0.001) GRANULARITY 4
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (retention_days, toYYYYMM(timestamp))
ORDER BY (project_number, timestamp, session_key, session_id)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1, index_granularity = 512;

CREATE TABLE IF NOT EXISTS svc.replay_sessions ON CLUSTER '{cluster}'
AS svc.replay_sessions_local
ENGINE = Distributed('{cluster}', 'svc', 'replay_sessions_local', cityHash64(project_number, session_id));

CREATE MATERIALIZED VIEW IF NOT EXISTS svc.replay_sessions_view ON CLUSTER '{cluster}'
TO svc.replay_sessions_local
AS SELECT
  project_number AS project_number,
  retention_days AS retention_days,
  timestamp AS timestamp,
  session_id AS session_id,
  min(toUInt64(least(4102444800000, greatest(0, toInt64(replay_blocks.first_ms) + clock_shift_ms)))) AS first_ms,
  max(toUInt64(least(4102444800000, greatest(0, toInt64(replay_blocks.last_ms) + clock_shift_ms)))) AS last_ms,
  max(concat(leftPad(toString(toUInt64(least(4102444800000, greatest(0, toInt64(replay_blocks.last_ms) + clock_shift_ms)))), 20, '0'), distinct_id)) AS visitor,
  min(concat(leftPad(toString(if(urls[1] = '', 18446744073709551615, toUInt64(least(4102444800000, greatest(0, toInt64(replay_blocks.first_ms) + clock_shift_ms))))), 20, '0'), urls[1])) AS entry,
  count() AS chunks,
  sum(length(replay_blocks.snapshots)) AS snapshots,
  sum(replay_blocks.events) AS events,
  sum(replay_blocks.bytes) AS bytes,
  sum(replay_blocks.stored_bytes) AS stored_bytes,
  sum(replay_blocks.clicks) AS clicks,
  sum(replay_blocks.inputs) AS inputs,
  sum(replay_blocks.console_errors) AS console_errors,
  sum(replay_blocks.network_errors) AS network_errors,
  max(replay_blocks.sdk) AS sdk,
  max(replay_blocks.release) AS release,
  max(replay_blocks.environment) AS environment
FROM svc.replay_blocks_local AS replay_blocks
GROUP BY project_number, retention_days, timestamp, session_id;

CREATE TABLE IF NOT EXISTS svc.replay_summaries_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `session_id` String CODEC(ZSTD(1)),
  `session_key` FixedString(16) MATERIALIZED sipHash128(session_id) CODEC(ZSTD(1)),
  `version` UInt64 CODEC(ZSTD(1)),
  `is_final` UInt8 CODEC(ZSTD(1)),
  `chunks` UInt32 CODEC(ZSTD(1)),
  `active_ms` UInt64 CODEC(ZSTD(1)),
  `rage_clicks` UInt32 CODEC(ZSTD(1)),
  `dead_clicks` UInt32 CODEC(ZSTD(1)),
  `error_clicks` UInt32 CODEC(ZSTD(1)),
  `urls` Array(String) CODEC(ZSTD(1)),
  `signals.kind` Array(LowCardinality(String)) CODEC(ZSTD(1)),
  `signals.time_ms` Array(UInt64) CODEC(ZSTD(1)),
  `signals.window_id` Array(String) CODEC(ZSTD(1)),
  `signals.clicks` Array(UInt32) CODEC(ZSTD(1)),
  `signals.selector` Array(String) CODEC(ZSTD(1)),
  `signals.text` Array(String) CODEC(ZSTD(1)),
  `signals.url` Array(String) CODEC(ZSTD(1)),
  `signals.reason` Array(String) CODEC(ZSTD(1))
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version)
PARTITION BY (retention_days, toYYYYMM(timestamp))
ORDER BY (project_number, timestamp, session_key, session_id)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1, index_granularity = 512;

CREATE TABLE IF NOT EXISTS svc.replay_summaries ON CLUSTER '{cluster}'
AS svc.replay_summaries_local
ENGINE = Distributed('{cluster}', 'svc', 'replay_summaries_local', cityHash64(project_number, session_id));

CREATE TABLE IF NOT EXISTS svc.replay_parts_local ON CLUSTER '{cluster}'
(
  `project_number` UInt32 CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  `timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  `session_id` String CODEC(ZSTD(1)),
  `window_id` String CODEC(ZSTD(1)),
  `first_seq` UInt32 CODEC(ZSTD(1)),
  `version` UInt64 CODEC(ZSTD(1)),
  `object_key` String CODEC(ZSTD(1)),
  `bytes` UInt32 CODEC(ZSTD(1)),
  `stored_bytes` UInt32 CODEC(ZSTD(1)),
  `seqs` Array(UInt32) CODEC(ZSTD(1)),
  `events` Array(UInt32) CODEC(ZSTD(1))
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version)
PARTITION BY (retention_days, toDate(timestamp))
ORDER BY (project_number, toDate(timestamp), session_id, window_id, first_seq)
TTL toDateTime(timestamp) + toIntervalDay(retention_days)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1, index_granularity = 512;

CREATE TABLE IF NOT EXISTS svc.replay_parts ON CLUSTER '{cluster}'
AS svc.replay_parts_local
ENGINE = Distributed('{cluster}', 'svc', 'replay_parts_local', cityHash64(project_number, session_id));

ALTER TABLE svc.replay_blocks_local ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `numbers` UInt32 CODEC(ZSTD(1));

ALTER TABLE svc.replay_blocks ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `numbers` UInt32 CODEC(ZSTD(1));

ALTER TABLE svc.replay_summaries_local ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `assets.url` Array(String) CODEC(ZSTD(1));

ALTER TABLE svc.replay_summaries ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `assets.url` Array(String) CODEC(ZSTD(1));

ALTER TABLE svc.replay_summaries_local ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `assets.kind` Array(LowCardinality(String)) CODEC(ZSTD(1));

ALTER TABLE svc.replay_summaries ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `assets.kind` Array(LowCardinality(String)) CODEC(ZSTD(1));

ALTER TABLE svc.replay_summaries_local ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `assets.release` Array(LowCardinality(String)) CODEC(ZSTD(1));

ALTER TABLE svc.replay_summaries ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `assets.release` Array(LowCardinality(String)) CODEC(ZSTD(1));

ALTER TABLE svc.usage_hours_local ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `first_received` SimpleAggregateFunction(min, DateTime) CODEC(ZSTD(1));

ALTER TABLE svc.usage_hours ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `first_received` SimpleAggregateFunction(min, DateTime) CODEC(ZSTD(1));

ALTER TABLE svc.usage_hours_local ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `last_received` SimpleAggregateFunction(max, DateTime) CODEC(ZSTD(1));

ALTER TABLE svc.usage_hours ON CLUSTER '{cluster}' ADD COLUMN IF NOT EXISTS `last_received` SimpleAggregateFunction(max, DateTime) CODEC(ZSTD(1));

ALTER TABLE svc.spans_local ON CLUSTER '{cluster}' MODIFY SETTING min_bytes_for_wide_part = 67108864, min_level_for_wide_part = 1, vertical_merge_algorithm_min_rows_to_activate = 1;
