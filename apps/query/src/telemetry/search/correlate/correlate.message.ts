import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type {
  CorrelatedAgentRunSchema,
  CorrelatedErrorSchema,
  CorrelatedLogSchema,
  CorrelatedMetricSchema,
  CorrelatedRecordingSchema,
  CorrelatedTraceSchema,
  SearchCorrelateResponseSchema,
} from '@svc/contract';
import { levelName } from '@svc/reading/signals';
import { emptyToUndefined, zeroIdToUndefined } from '@svc/reading/statement';
import { NANOSECONDS_PER_MILLISECOND, toMilliseconds, toTimestamp } from '@svc/reading/time';
import { toMetricType } from '../../metrics/fields/metric-types.js';
import { RELATED_TYPES, type Correlation, type RelatedError } from './correlate.service.js';
import { LOG_REASONS, type RelatedLogRow } from './related-logs.query.js';
import type { RelatedMetricRow } from './related-metrics.query.js';
import type { RelatedRecordingRow } from './related-recordings.query.js';
import type { RelatedRunRow } from './related-runs.query.js';
import type { TraceContextRow } from './trace-context.query.js';

export function toCorrelation(correlation: Correlation): MessageInitShape<typeof SearchCorrelateResponseSchema> {
  const { traceId, context, logs, errors, metrics } = correlation;
  const types = RELATED_TYPES.flatMap((type) => {
    const outcome = correlation[type];
    if (!outcome) return [];
    return [{ type, count: outcome.found.length, truncated: outcome.isTruncated, error: outcome.error?.code }];
  });
  return {
    traceId,
    ...(context ? { trace: toTrace(context) } : {}),
    logs: (logs?.found ?? []).map(toLog),
    errors: (errors?.found ?? []).map(toError),
    metrics: (metrics?.found ?? []).map(toMetric),
    agentRuns: (correlation.agent_runs?.found ?? []).map(toRun),
    recordings: (correlation.recordings?.found ?? []).map((row) => toRecording(row, BigInt(context?.start ?? 0))),
    types,
  };
}

function toTrace(row: TraceContextRow): MessageInitShape<typeof CorrelatedTraceSchema> {
  return {
    startTime: toTimestamp(BigInt(row.start)),
    durationMs: toMilliseconds(BigInt(row.finish) - BigInt(row.start)),
    rootService: row.root_service,
    rootOperation: row.root_operation,
    spanCount: BigInt(row.spans),
    errorCount: BigInt(row.errors),
    services: row.service_names,
    sessionIds: row.sessions,
    distinctIds: row.persons,
  };
}

function toLog(row: RelatedLogRow): MessageInitShape<typeof CorrelatedLogSchema> {
  return {
    logId: row.id,
    reason: LOG_REASONS[row.relation] ?? 'trace',
    timestamp: toTimestamp(BigInt(row.time)),
    serviceName: row.service_name,
    level: levelName(row.severity_number),
    body: row.message,
    traceId: zeroIdToUndefined(row.trace),
    spanId: zeroIdToUndefined(row.span),
  };
}

function toError({
  time,
  service,
  type,
  variant: _,
  ...error
}: RelatedError): MessageInitShape<typeof CorrelatedErrorSchema> {
  return {
    ...error,
    reason: 'trace',
    timestamp: toTimestamp(time),
    serviceName: service,
    type: emptyToUndefined(type),
  };
}

function toMetric(row: RelatedMetricRow): MessageInitShape<typeof CorrelatedMetricSchema> {
  return {
    name: row.name,
    reason: row.is_of_resource === 1 ? 'resource' : 'service',
    type: toMetricType(row.metric_type),
    unit: row.metric_unit,
    services: row.services.filter((name) => name !== ''),
    seriesCount: BigInt(row.series),
    pointCount: BigInt(row.points),
  };
}

function toRun(row: RelatedRunRow): MessageInitShape<typeof CorrelatedAgentRunSchema> {
  return {
    runId: row.run_id,
    reason: 'trace',
    startedAt: toTimestamp(BigInt(row.timestamp_ns)),
    durationMs: toMilliseconds(BigInt(row.duration_ns)),
    agentName: row.agent_name,
    status: row.status,
    serviceName: row.service_name,
    environment: row.environment,
    models: row.models,
    llmCalls: row.llm_calls,
    cost: row.cost_text ?? undefined,
    unpricedCalls: row.unpriced_calls,
  };
}

function toRecording(
  row: RelatedRecordingRow,
  traceStartNs: bigint,
): MessageInitShape<typeof CorrelatedRecordingSchema> {
  const firstMs = BigInt(row.first_ms);
  return {
    sessionId: row.session_id,
    reason: row.is_of_session === 1 ? 'session' : 'person',
    distinctId: row.distinct_id,
    startedAt: timestampFromMs(Number(firstMs)),
    durationMs: BigInt(row.last_ms) - firstMs,
    firstUrl: row.first_url,
    offsetMs: traceStartNs / NANOSECONDS_PER_MILLISECOND - firstMs,
  };
}
