import type { ColumnDefinition, TableDefinition } from './tables.js';

const THRESHOLD = "extract(trace_state, '(?:^|,)[ \\t]*ot=(?:[^,;]*;)*th:([0-9a-f]{1,14})(?:[;,]|$)')";

/**
 * How many spans a stored one stands for, by OpenTelemetry's consistent probability sampling: `ot=th:T` in its trace state says that the
 * spans with a random number below T, of 2^56, were rejected. T is written without its trailing zeros. 1 for a span without it.
 */
export const ADJUSTED_COUNT =
  `if(position(trace_state, 'th:') = 0, 1., 72057594037927936. / ` +
  `toFloat64(72057594037927936 - reinterpretAsUInt64(reverse(unhex(rightPad(${THRESHOLD}, 14, '0'))))))`;

const column = (name: string, type: string): ColumnDefinition => ({ name, type, codec: 'ZSTD(1)' });
const ADDED = 'SimpleAggregateFunction(sum, Float64)';

/** What sampling left out of the minutes of a service, before `request_minutes` had it beside what is stored. Nothing fills it now. */
export const SAMPLED_MINUTES: TableDefinition = {
  name: 'sampled_minutes',
  engine: 'AggregatingMergeTree',
  columns: [
    column('project_number', 'UInt32'),
    column('retention_days', 'UInt16'),
    column('minute', 'DateTime'),
    column('service_name', 'LowCardinality(String)'),
    column('environment', 'LowCardinality(String)'),
    // SERVER, CONSUMER or a root: as in service_minutes.
    column('is_request', 'UInt8'),
    column('added_calls', ADDED),
    column('added_errors', ADDED),
    column('added_duration_ns', ADDED),
  ],
  orderBy: '(project_number, minute, service_name, environment, is_request)',
  partitionBy: '(retention_days, toDate(minute))',
  ttl: 'minute + toIntervalDay(retention_days)',
  shardBy: 'cityHash64(project_number, service_name)',
};
