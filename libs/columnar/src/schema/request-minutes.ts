import { ADJUSTED_COUNT } from './sampling.js';
import type { ColumnDefinition, TableDefinition } from './tables.js';

const RATE = "toFloat64OrZero(attributes['SampleRate'])";
/** What a trace state can say at most: 2^56. */
const MOST = '72057594037927936.';

/**
 * How many spans a stored one stands for: by its trace state, as OpenTelemetry has it, or else by the attribute `SampleRate`, where
 * 10 is one of ten. 1 for a span that says nothing, or nothing that makes sense.
 */
export const STANDS_FOR =
  `multiIf(${ADJUSTED_COUNT} != 1, ${ADJUSTED_COUNT}, ` + `${RATE} >= 1 AND ${RATE} <= ${MOST}, ${RATE}, 1.)`;

const column = (name: string, type: string): ColumnDefinition => ({ name, type, codec: 'ZSTD(1)' });
const TOTAL = 'SimpleAggregateFunction(sum, UInt64)';
const ESTIMATE = 'SimpleAggregateFunction(sum, Float64)';

/**
 * Rate, errors and duration of each service's requests by minute: its SERVER and CONSUMER spans and those without a parent. `added_*` is
 * what sampling left out, to be added to the figures of what is stored. Filled from `spans` by `request_minutes_view`.
 */
export const REQUEST_MINUTES: TableDefinition = {
  name: 'request_minutes',
  engine: 'AggregatingMergeTree',
  columns: [
    column('project_number', 'UInt32'),
    column('retention_days', 'UInt16'),
    column('minute', 'DateTime'),
    column('service_name', 'LowCardinality(String)'),
    column('environment', 'LowCardinality(String)'),
    // All of them, requests or not.
    column('spans', TOTAL),
    column('requests', TOTAL),
    column('errors', TOTAL),
    column('duration_ns', TOTAL),
    column('added_spans', ESTIMATE),
    column('added_requests', ESTIMATE),
    column('added_errors', ESTIMATE),
    column('added_duration_ns', ESTIMATE),
    column('durations', 'AggregateFunction(quantilesTDigest(0.5, 0.95, 0.99), UInt64)'),
  ],
  orderBy: '(project_number, minute, service_name, environment)',
  partitionBy: '(retention_days, toDate(minute))',
  ttl: 'minute + toIntervalDay(retention_days)',
  shardBy: 'cityHash64(project_number, service_name)',
};
