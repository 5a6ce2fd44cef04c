import { COST, DAILY_PARTITION, EXPIRY, NAME, OWNER, TIME, VISITOR } from '../columns.js';
import { addedColumn, column, computedColumn, defineTable } from '../table.js';

/** Counts by bucket of `@svc/gen-ai`; an absent bucket is 0. */
const USAGE = 'Map(LowCardinality(String), UInt64)';
const NAMES = `Array(${NAME})`;
/** The time of the assembly in nanoseconds: a later one replaces the rows of an earlier one. */
const ASSEMBLED = { version: column('UInt64'), is_deleted: column('UInt8') };

/**
 * Runs of agents, as they were last assembled from the spans of their traces. A run whose start moves has another key, so the assembly
 * marks the row with the earlier one as deleted.
 */
export const AGENT_RUNS = defineTable('agent_runs', {
  engine: 'ReplacingMergeTree(version, is_deleted)',
  columns: {
    ...OWNER,
    // The start of the run.
    timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
    run_id: column('String'),
    // Orders runs that start at the same time.
    run_key: computedColumn('FixedString(16)', 'sipHash128(run_id)'),
    ...ASSEMBLED,
    duration_ns: column('UInt64'),
    // Sorted.
    trace_ids: column('Array(FixedString(16))'),
    // All zeros while the root of the run has not arrived.
    root_trace_id: column('FixedString(16)'),
    root_span_id: column('FixedString(8)'),
    name: column(NAME),
    agent_name: column(NAME),
    agent_version: column(NAME),
    conversation_id: column('String'),
    ...VISITOR,
    service_name: column(NAME),
    environment: column(NAME),
    release: column(NAME),
    status: column(NAME),
    status_reason: column(NAME),
    is_inferred: column('UInt8'),
    // 1 if the status is final and no parent of a step is missing, so that time alone does not change the run.
    is_settled: column('UInt8'),
    // From the start of the run.
    first_token_ns: column('Nullable(UInt64)'),
    steps: column('UInt32'),
    llm_calls: column('UInt32'),
    tool_calls: column('UInt32'),
    tool_errors: column('UInt32'),
    unpriced_calls: column('UInt32'),
    usage: column(USAGE),
    cost: column(COST),
    flags: column(NAMES),
    models: column(NAMES),
    providers: column(NAMES),
    error_type: column(NAME),
    error_message: column('String'),
    // The beginnings of what the run was asked and answered, see `previewOf` of `@svc/gen-ai`; '' if no content of its spans is stored.
    input_preview: addedColumn('0011_ai_content', 'String'),
    output_preview: addedColumn('0011_ai_content', 'String'),
  },
  timeBound: 'timestamp',
  orderBy: '(project_number, toStartOfInterval(timestamp, toIntervalMinute(5)), run_id)',
  partitionBy: DAILY_PARTITION,
  ttl: EXPIRY,
  granuleRows: 1024,
  indexes: [
    'INDEX run_id_bloom run_id TYPE bloom_filter(0.001) GRANULARITY 4',
    'INDEX trace_ids_bloom trace_ids TYPE bloom_filter(0.001) GRANULARITY 4',
  ],
  shardBy: 'cityHash64(project_number, run_id)',
});

/** The steps of runs: one row for each span of AI work that belongs to a run. */
export const AGENT_STEPS = defineTable('agent_steps', {
  engine: 'ReplacingMergeTree(version, is_deleted)',
  columns: {
    ...OWNER,
    timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
    trace_id: column('FixedString(16)'),
    span_id: column('FixedString(8)'),
    run_id: column('String'),
    ...ASSEMBLED,
    // The nearest step above it in the run; all zeros without one.
    parent_span_id: column('FixedString(8)'),
    kind: column(NAME),
    operation: column(NAME),
    // Of the span.
    name: column(NAME),
    // Of the agent, workflow or tool.
    label: column(NAME),
    agent_name: column(NAME),
    duration_ns: column('UInt64'),
    is_error: column('UInt8'),
    error_type: column(NAME),
    error_message: column('String'),
    model: column(NAME),
    provider: column(NAME),
    service_tier: column(NAME),
    first_token_ns: column('Nullable(UInt64)'),
    finish_reasons: column(NAMES),
    tool_call_id: column('String'),
    usage: column(USAGE),
    cost: column(COST),
    price_id: column(NAME),
    // 1 if usage and cost are part of those of the run, or for a tool, if the call is counted.
    is_counted: column('UInt8'),
    is_unpriced: column('UInt8'),
    flags: column(NAMES),
    service_name: column(NAME),
    environment: column(NAME),
    // That of the run.
    distinct_id: column('String'),
  },
  timeBound: 'timestamp',
  orderBy: '(project_number, toStartOfInterval(timestamp, toIntervalMinute(5)), trace_id, span_id)',
  partitionBy: DAILY_PARTITION,
  ttl: EXPIRY,
  granuleRows: 2048,
  indexes: [
    'INDEX trace_id_bloom trace_id TYPE bloom_filter(0.001) GRANULARITY 4',
    'INDEX run_id_bloom run_id TYPE bloom_filter(0.001) GRANULARITY 4',
  ],
  shardBy: 'cityHash64(project_number, trace_id)',
});

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
