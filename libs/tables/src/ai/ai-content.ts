import { ATTRIBUTES, DAILY_PARTITION, EXPIRY, OWNER, TIME, traceIndex } from '../columns.js';
import { column, defineTable } from '../table.js';

/**
 * Prompts and answers of spans of AI work: the attributes of spans and of their events that `isContentAttribute` names, which the rows of
 * `spans` do not have. They are always redacted. One row holds those of a span or of one of its events; a large value has a row of its own.
 */
export const AI_CONTENT = defineTable('ai_content', {
  engine: 'MergeTree',
  columns: {
    ...OWNER,
    // The start of the span.
    timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
    trace_id: column('FixedString(16)'),
    span_id: column('FixedString(8)'),
    // 0 for the attributes of the span itself, otherwise the number of its event, from 1.
    event: column('UInt16'),
    // That of the span.
    distinct_id: column('String'),
    content: column(ATTRIBUTES, 'ZSTD(3)'),
    // The object that has the value of the row's only attribute, which is '' here; '' if the row has its values.
    object_key: column('String'),
  },
  timeBound: 'timestamp',
  orderBy: '(project_number, toStartOfInterval(timestamp, toIntervalMinute(5)), trace_id, span_id)',
  partitionBy: DAILY_PARTITION,
  ttl: EXPIRY,
  // Rows are large.
  granuleRows: 256,
  indexes: [traceIndex(4)],
  shardBy: 'cityHash64(project_number, trace_id)',
});
