import { FIRST_TIME, LAST_TIME, PROJECT, TOTAL } from '../columns.js';
import { column, defineTable } from '../table.js';

/**
 * Spans of AI work by second of arrival and trace, from which the assembly of agent runs reads the traces that have changed. It reads the
 * last seconds again each time, because spans that arrived earlier can become visible later. Filled from `spans` by `ai_arrivals_view`.
 */
export const AI_ARRIVALS = defineTable('ai_arrivals', {
  engine: 'AggregatingMergeTree',
  columns: {
    ...PROJECT,
    stored_at: column('DateTime'),
    trace_id: column('FixedString(16)'),
    spans: column(TOTAL),
    first_seen: column(FIRST_TIME),
    last_seen: column(LAST_TIME),
  },
  orderBy: '(stored_at, project_number, trace_id)',
  partitionBy: 'toDate(stored_at)',
  ttl: 'stored_at + toIntervalDay(2)',
  shardBy: 'cityHash64(project_number, trace_id)',
});
