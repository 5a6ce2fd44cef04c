import {
  attributeIndex,
  ATTRIBUTE_TYPES,
  ATTRIBUTES,
  DAILY_PARTITION,
  EXPIRY,
  NAME,
  ORIGIN,
  OWNER,
  TIME,
  traceIndex,
  VISITOR,
} from './columns.js';
import { columnsExcept, type TableRow } from './row.js';
import { addedColumn, aliasColumn, column, computedColumn, defineTable } from './table.js';

export const LOGS = defineTable('logs', {
  engine: 'MergeTree',
  columns: {
    ...OWNER,
    timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
    observed_timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
    // Five bytes are a hash of the request's position in the event log, three the record's place in the request: the same after a
    // replay, and small to store, because neighbors share the hash.
    record_id: column('FixedString(8)'),
    // The ID that the API shows: the time, big-endian, and the record's ID, so that IDs sort by time.
    log_id: aliasColumn(
      'FixedString(16)',
      'toFixedString(concat(reverse(reinterpretAsFixedString(toUnixTimestamp64Nano(timestamp))), record_id), 16)',
    ),
    // 1 to 24 as numbered by OpenTelemetry; derived from severity_text if the sender gave no number; 0 if neither is
    // known.
    severity_number: column('UInt8'),
    // Errors are few. Apart from the other records, the newest of them are found in one place.
    is_error: computedColumn('UInt8', 'severity_number >= 17'),
    severity_text: column(NAME),
    body: column('String'),
    event_name: column(NAME),
    trace_id: column('FixedString(16)'),
    span_id: column('FixedString(8)'),
    ...ORIGIN,
    ...VISITOR,
    attributes: column(ATTRIBUTES),
    attribute_types: column(ATTRIBUTE_TYPES),
    // The number of attributes that the SDK left out because of its limits.
    dropped_attributes_count: addedColumn('0004_dropped_counts', 'UInt32'),
  },
  timeBound: 'timestamp',
  orderBy: '(project_number, is_error, timestamp, record_id)',
  partitionBy: DAILY_PARTITION,
  ttl: EXPIRY,
  indexes: [
    traceIndex(),
    attributeIndex(),
    'INDEX body_tokens lower(body) TYPE tokenbf_v1(32768, 3, 0) GRANULARITY 1',
    // Skips where a rare service, or a level, does not occur.
    'INDEX service_names service_name TYPE set(100) GRANULARITY 1',
    'INDEX severity_numbers severity_number TYPE minmax GRANULARITY 1',
  ],
  shardBy: 'cityHash64(project_number, record_id)',
});

/**
 * The columns that reads return for a log record apart from its attributes. Includes any column that is added to the
 * table.
 */
export const LOG_COLUMNS = [
  'log_id',
  ...columnsExcept(
    LOGS,
    'project_number',
    'retention_days',
    'record_id',
    'scope_version',
    'resource_hash',
    'attributes',
  ),
] as const;
export type LogColumns = TableRow<typeof LOGS, (typeof LOG_COLUMNS)[number]>;
