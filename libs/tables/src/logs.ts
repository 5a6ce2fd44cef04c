import { ATTRIBUTES, DAILY_PARTITION, EXPIRY, NAME, ORIGIN, OWNER, TIME, TRACE_INDEX, VISITOR } from './columns.js';
import { columnsExcept, type TableRow } from './row.js';
import { column, defineTable } from './table.js';

export const LOGS = defineTable('logs', {
  engine: 'MergeTree',
  columns: {
    ...OWNER,
    timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
    observed_timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
    // High 8 bytes: big-endian nanoseconds. Low 8 bytes: hash of (partition, offset, row). So IDs sort by time and are
    // the same after a replay.
    log_id: column('FixedString(16)'),
    // 1 to 24 as numbered by OpenTelemetry; derived from severity_text if the sender gave no number; 0 if neither is
    // known.
    severity_number: column('UInt8'),
    severity_text: column(NAME),
    body: column('String'),
    event_name: column(NAME),
    trace_id: column('FixedString(16)'),
    span_id: column('FixedString(8)'),
    ...ORIGIN,
    ...VISITOR,
    attributes: column(ATTRIBUTES),
  },
  timeBound: 'five-minutes-of-timestamp',
  orderBy: '(project_number, toStartOfFiveMinutes(timestamp), service_name, timestamp, log_id)',
  partitionBy: DAILY_PARTITION,
  ttl: EXPIRY,
  indexes: [TRACE_INDEX, 'INDEX body_tokens lower(body) TYPE tokenbf_v1(32768, 3, 0) GRANULARITY 1'],
  shardBy: 'cityHash64(project_number, log_id)',
});

/**
 * The columns that reads return for a log record apart from its attributes. Includes any column that is added to the
 * table.
 */
export const LOG_COLUMNS = columnsExcept(
  LOGS,
  'project_number',
  'retention_days',
  'scope_version',
  'resource_hash',
  'attributes',
);
export type LogColumns = TableRow<typeof LOGS, (typeof LOG_COLUMNS)[number]>;
