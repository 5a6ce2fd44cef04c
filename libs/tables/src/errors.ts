/**
 * Errors: exceptions of spans, of log records and of captured events. Rows of `errors` are written by the sink with the rows that they were
 * extracted from; the other tables are filled from them by views, except `issue_variants`.
 */
import {
  ATTRIBUTE_TYPES,
  ATTRIBUTES,
  DAILY_PARTITION,
  EXPIRY,
  FIRST_TIME,
  LAST_TIME,
  NAME,
  ORIGIN,
  OWNER,
  PROJECT,
  TIME,
  TOTAL,
  traceIndex,
  VISITOR,
} from './columns.js';
import { addedColumn, aliasColumn, column, computedColumn, defineTable } from './table.js';

/** The columns that lists of issues filter by exactly. */
const PLACE = {
  environment: column(NAME),
  service_name: column(NAME),
  release: column(NAME),
  platform: column(NAME),
  mechanism: column(NAME),
};
const PLACE_KEY = Object.keys(PLACE).join(', ');

const FIGURES = { events: column(TOTAL), first_seen: column(FIRST_TIME), last_seen: column(LAST_TIME) };

/** One row per throw: a throw that both a span and a log record report, or several spans of a call chain, has one. */
export const ERRORS = defineTable('errors', {
  engine: 'MergeTree',
  columns: {
    ...OWNER,
    timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
    // As in `logs`: the same after a replay.
    record_id: column('FixedString(8)'),
    error_id: aliasColumn(
      'FixedString(16)',
      'toFixedString(concat(reverse(reinterpretAsFixedString(toUnixTimestamp64Nano(timestamp))), record_id), 16)',
    ),
    // Identifies everything that grouping and symbolication read of the error as it was received: errors of a variant always belong to
    // the same issue. Equal to the first of `hashes` unless frames need symbol files, see libs/stacks.
    variant: column('FixedString(16)'),
    // The hashes of grouping over the stack as it was received: of the newest version of the algorithm first.
    hashes: column('Array(FixedString(16))'),
    // Identify other reports of the same throw, see `claimsFor` of `@svc/otlp`. A sink that restarts reads them back.
    claims: column('Array(FixedString(8))'),
    // span, log or event: the kind of record that reported the error.
    source: column(NAME),
    level: column(NAME),
    // yes, no, or '' if the sender did not say.
    handled: column(NAME),
    type: column(NAME),
    message: column('String'),
    // The text as sent, or a JSON array if the sender sent frames as objects.
    stacktrace: column('String'),
    // The function and file of the frame that the issue is named after; '' without frames.
    culprit: column(NAME),
    platform: column(NAME),
    mechanism: column(NAME),
    dist: column(NAME),
    // Debug IDs by the URL of the file, for source maps.
    debug_ids: column(ATTRIBUTES),
    trace_id: column('FixedString(16)'),
    span_id: column('FixedString(8)'),
    ...ORIGIN,
    ...VISITOR,
    // Group keys by group type.
    groups: column(ATTRIBUTES),
    attributes: column(ATTRIBUTES),
    attribute_types: column(ATTRIBUTE_TYPES),
    stored_at: computedColumn('DateTime', 'now()', 'Delta(4), ZSTD(1)'),
  },
  timeBound: 'timestamp',
  // Intervals of five minutes are in chronological order, so that a page reads the newest rows; within them the errors
  // of a variant are adjacent.
  orderBy: '(project_number, toStartOfInterval(timestamp, toIntervalMinute(5)), variant, timestamp, record_id)',
  partitionBy: DAILY_PARTITION,
  ttl: EXPIRY,
  granuleRows: 2048,
  indexes: [
    traceIndex(4),
    // Most variants are rare: five minutes of errors have a few rows of each, or none.
    'INDEX variant_bloom variant TYPE bloom_filter(0.01) GRANULARITY 1',
    'INDEX distinct_id_bloom distinct_id TYPE bloom_filter(0.01) GRANULARITY 4',
    'INDEX session_id_bloom session_id TYPE bloom_filter(0.01) GRANULARITY 4',
    'INDEX group_keys_bloom mapValues(groups) TYPE bloom_filter(0.01) GRANULARITY 4',
    'INDEX message_tokens lower(message) TYPE tokenbf_v1(16384, 3, 0) GRANULARITY 4',
  ],
  shardBy: 'cityHash64(project_number, variant)',
});

/** Errors by minute, variant and place. Filled from `errors` by `error_minutes_view`. */
export const ERROR_MINUTES = defineTable('error_minutes', {
  engine: 'AggregatingMergeTree',
  columns: { ...OWNER, variant: column('FixedString(16)'), minute: column('DateTime'), ...PLACE, ...FIGURES },
  timeBound: 'minute',
  orderBy: `(project_number, variant, minute, ${PLACE_KEY})`,
  partitionBy: '(retention_days, toDate(minute))',
  ttl: 'minute + toIntervalDay(retention_days)',
  shardBy: 'cityHash64(project_number, variant)',
});

/** Errors by hour, with an estimate of the affected distinct IDs. Filled from `errors` by `error_hours_view`. */
export const ERROR_HOURS = defineTable('error_hours', {
  engine: 'AggregatingMergeTree',
  columns: {
    ...OWNER,
    variant: column('FixedString(16)'),
    hour: column('DateTime'),
    ...PLACE,
    ...FIGURES,
    users: column('AggregateFunction(uniqCombined64(12), String)'),
  },
  timeBound: 'hour',
  orderBy: `(project_number, variant, hour, ${PLACE_KEY})`,
  partitionBy: '(retention_days, toDate(hour))',
  ttl: 'hour + toIntervalDay(retention_days)',
  shardBy: 'cityHash64(project_number, variant)',
});

/**
 * Errors by second of arrival, from which the intake of issues reads new ones. It reads the last minutes again each
 * time, because errors that arrived earlier can become visible later. Filled from `errors` by `error_arrivals_view`.
 */
export const ERROR_ARRIVALS = defineTable('error_arrivals', {
  engine: 'AggregatingMergeTree',
  columns: { ...PROJECT, stored_at: column('DateTime'), variant: column('FixedString(16)'), ...PLACE, ...FIGURES },
  orderBy: `(stored_at, project_number, variant, ${PLACE_KEY})`,
  partitionBy: 'toDate(stored_at)',
  ttl: 'stored_at + toIntervalDay(2)',
  shardBy: 'cityHash64(project_number, variant)',
});

/**
 * The issue of each variant, for statements that count by issue over a whole project. Copied from the relational store, which decides;
 * the row with the greatest version is valid.
 */
export const ISSUE_VARIANTS = defineTable('issue_variants', {
  engine: 'ReplacingMergeTree(version)',
  columns: {
    ...PROJECT,
    variant: column('FixedString(16)'),
    // The bytes of the UUID of the canonical issue.
    issue_id: column('FixedString(16)'),
    // 1 while the issue is new or ongoing.
    is_open: column('UInt8'),
    version: column('UInt64'),
    // The function and file that the readable stack is named after; '' while symbol files have not made it readable.
    culprit: addedColumn('0003_readable_culprits', 'String'),
  },
  orderBy: '(project_number, variant)',
  shardBy: 'cityHash64(project_number, variant)',
});
