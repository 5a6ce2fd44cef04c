import { NAME, OWNER } from './columns.js';
import { column, defineTable } from './table.js';

/** The calls of a duration: `buckets` of `durationBucket` in ascending order, and how many calls each has. */
const HISTOGRAM = { buckets: column('Array(UInt32)'), counts: column('Array(UInt64)') };

/**
 * Figures of the counted steps of agent runs by hour and by day, as they were last counted from `agent_steps`. The rows of a period are
 * replaced together: those whose key is gone are marked as deleted.
 */
export const LLM_FIGURES = defineTable('llm_figures', {
  engine: 'ReplacingMergeTree(version, is_deleted)',
  columns: {
    ...OWNER,
    // 1 or 24.
    span_hours: column('UInt8'),
    // The first hour of the period, in UTC.
    hour: column('DateTime'),
    provider: column(NAME),
    model: column(NAME),
    agent_name: column(NAME),
    environment: column(NAME),
    price_id: column(NAME),
    // The largest input, of those at which rates change, that the calls exceed; 0 for none.
    tier_above: column('UInt64'),
    // 1 for calls whose price is not known, or only in part.
    is_unpriced: column('UInt8'),
    // The time of the count in nanoseconds since 1970.
    version: column('UInt64'),
    is_deleted: column('UInt8'),
    // Steps whose usage counts, with agents that report it in place of the calls inside them.
    steps: column('UInt64'),
    calls: column('UInt64'),
    errors: column('UInt64'),
    // Steps that have a cost.
    priced: column('UInt64'),
    cost: column('Decimal(18, 12)'),
    input_tokens: column('UInt64'),
    output_tokens: column('UInt64'),
    // Counts by bucket of `@svc/gen-ai`; an absent bucket is 0.
    usage: column('Map(LowCardinality(String), UInt64)'),
    latency_buckets: HISTOGRAM.buckets,
    latency_counts: HISTOGRAM.counts,
    first_token_buckets: HISTOGRAM.buckets,
    first_token_counts: HISTOGRAM.counts,
  },
  timeBound: 'hour',
  orderBy:
    '(project_number, span_hours, hour, provider, model, agent_name, environment, price_id, tier_above, is_unpriced)',
  partitionBy: '(retention_days, toDate(hour))',
  ttl: 'hour + toIntervalDay(retention_days)',
  shardBy: 'cityHash64(project_number, hour)',
});
