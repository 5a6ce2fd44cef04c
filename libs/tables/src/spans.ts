import {
  attributeIndex,
  ATTRIBUTE_TYPES,
  ATTRIBUTES,
  DAILY_PARTITION,
  EXPIRY,
  FIRST_TIME,
  LAST_TIME,
  NAME,
  ORIGIN,
  OWNER,
  TIME,
  TOTAL,
  traceIndex,
  VISITOR,
} from './columns.js';
import { ADJUSTED_COUNT } from './sampling.js';
import { addedColumn, column, computedColumn, defineTable } from './table.js';

/**
 * IDs are raw bytes, which the API writes in hexadecimal; an absent ID is all zeros. Attribute values are strings:
 * strings as they are, numbers and booleans as JSON prints them, arrays and maps as JSON, bytes as base64.
 */
export const SPANS = defineTable('spans', {
  engine: 'MergeTree',
  columns: {
    ...OWNER,
    timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
    duration_ns: column('UInt64', 'T64, ZSTD(1)'),
    trace_id: column('FixedString(16)'),
    span_id: column('FixedString(8)'),
    parent_span_id: column('FixedString(8)'),
    trace_state: column('String'),
    name: column(NAME),
    kind: column('UInt8'),
    status_code: column('UInt8'),
    status_message: column('String'),
    ...ORIGIN,
    ...VISITOR,
    attributes: column(ATTRIBUTES),
    attribute_types: column(ATTRIBUTE_TYPES),
    'events.timestamp': column(`Array(${TIME})`),
    'events.name': column(`Array(${NAME})`),
    'events.attributes': column(`Array(${ATTRIBUTES})`),
    'events.attribute_types': column(`Array(${ATTRIBUTE_TYPES})`),
    'links.trace_id': column('Array(FixedString(16))'),
    'links.span_id': column('Array(FixedString(8))'),
    'links.trace_state': column('Array(String)'),
    'links.attributes': column(`Array(${ATTRIBUTES})`),
    'links.attribute_types': column(`Array(${ATTRIBUTE_TYPES})`),
    // The text of DroppedCounts. One column, because each costs a file of every part.
    dropped_counts: addedColumn('0004_dropped_counts', 'String'),
    // 1 if the key of an attribute says that the span is a part of AI work, see `isAiKey`. 0 also in spans that earlier versions wrote.
    is_ai: addedColumn('0005_ai_spans', 'UInt8'),
    // The number of spans that the stored one represents, if the sender sampled.
    adjusted_count: computedColumn('Float64', ADJUSTED_COUNT),
  },
  timeBound: 'timestamp',
  // Intervals of ten seconds are in chronological order, so that a page reads the newest rows; within them the spans of
  // a trace are adjacent, so that a trace is found by its key and its IDs compress well. `timestamp` itself would end
  // the key's use for ranges of time.
  orderBy: '(project_number, toStartOfInterval(timestamp, toIntervalSecond(10)), trace_id)',
  partitionBy: DAILY_PARTITION,
  ttl: EXPIRY,
  granuleRows: 2048,
  indexes: [traceIndex(4), attributeIndex(4)],
  shardBy: 'cityHash64(project_number, trace_id)',
});

/**
 * One row per trace after merging; also used to look up the time of a trace by its ID. Filled from `spans` by
 * `trace_summaries_view`.
 */
export const TRACE_SUMMARIES = defineTable('trace_summaries', {
  engine: 'AggregatingMergeTree',
  columns: {
    ...OWNER,
    // The day of the span that the row was created from: a trace over midnight has two rows, which reads merge.
    day: column('Date'),
    trace_id: column('FixedString(16)'),
    start_time: column(FIRST_TIME),
    end_time: column(LAST_TIME),
    span_count: column(TOTAL),
    error_count: column(TOTAL),
    services: column('SimpleAggregateFunction(groupUniqArrayArray, Array(String))'),
    environments: column('SimpleAggregateFunction(groupUniqArrayArray, Array(String))'),
    // Filled from root spans only; '' while no root has arrived.
    root_name: column('SimpleAggregateFunction(max, String)'),
    root_service: column('SimpleAggregateFunction(max, String)'),
    distinct_id: column('SimpleAggregateFunction(max, String)'),
  },
  timeBound: 'day',
  orderBy: '(project_number, day, trace_id)',
  granuleRows: 256,
  partitionBy: '(retention_days, day)',
  ttl: 'day + toIntervalDay(retention_days)',
  shardBy: 'cityHash64(project_number, trace_id)',
});
