import { errorOf, type ContentPreview, type Run, type Step, type TraceSpan, type Usage } from '@svc/gen-ai';
import type { WrittenRow } from '@svc/otlp/native';
import type { AGENT_RUNS, AGENT_STEPS } from '@svc/tables';

export type RunRow = WrittenRow<typeof AGENT_RUNS>;
export type StepRow = WrittenRow<typeof AGENT_STEPS>;

/** The owner and the version of the rows of one assembly. */
export interface RowOwner {
  readonly projectNumber: number;
  readonly retentionDays: number;
  /** Nanoseconds since 1970. */
  readonly version: bigint;
}

const MAX_MESSAGE = 2_000;
const NO_PREVIEW: ContentPreview = { input: '', output: '' };

export function toRunRow(run: Run, owner: RowOwner, preview: ContentPreview = NO_PREVIEW): RunRow {
  const isSettled = run.status !== 'running' && !run.isInferred && !run.flags.includes('missing_parents');
  return {
    ...deletedRun({ run_id: run.runId, timestamp: run.startNs }, owner),
    is_deleted: 0,
    duration_ns: run.endNs - run.startNs,
    trace_ids: run.traceIds,
    root_trace_id: run.root?.traceId ?? '',
    root_span_id: run.root?.spanId ?? '',
    name: run.root?.name ?? '',
    agent_name: run.agentName,
    agent_version: run.agentVersion,
    conversation_id: run.conversationId,
    session_id: run.sessionId,
    distinct_id: run.distinctId,
    service_name: run.serviceName,
    environment: run.environment,
    release: run.release,
    status: run.status,
    status_reason: run.reason,
    is_inferred: run.isInferred ? 1 : 0,
    is_settled: isSettled ? 1 : 0,
    first_token_ns: run.timeToFirstTokenNs ?? null,
    steps: run.steps.length,
    llm_calls: run.llmCalls,
    tool_calls: run.toolCalls,
    tool_errors: run.toolErrors,
    unpriced_calls: run.unpricedCalls,
    usage: toCounts(run.usage),
    cost: run.cost ?? null,
    flags: run.flags,
    models: run.models,
    providers: run.providers,
    error_type: run.errorType,
    error_message: run.errorMessage.slice(0, MAX_MESSAGE),
    input_preview: preview.input,
    output_preview: preview.output,
  };
}

/** The row that replaces one whose run has no such key any more. */
export function deletedRun(
  { run_id, timestamp }: { readonly run_id: string; readonly timestamp: bigint },
  { projectNumber, retentionDays, version }: RowOwner,
): RunRow {
  return {
    project_number: projectNumber,
    retention_days: retentionDays,
    timestamp,
    run_id,
    version,
    is_deleted: 1,
    duration_ns: 0n,
    trace_ids: [],
    root_trace_id: '',
    root_span_id: '',
    name: '',
    agent_name: '',
    agent_version: '',
    conversation_id: '',
    session_id: '',
    distinct_id: '',
    service_name: '',
    environment: '',
    release: '',
    status: '',
    status_reason: '',
    is_inferred: 0,
    is_settled: 0,
    first_token_ns: null,
    steps: 0,
    llm_calls: 0,
    tool_calls: 0,
    tool_errors: 0,
    unpriced_calls: 0,
    usage: {},
    cost: null,
    flags: [],
    models: [],
    providers: [],
    error_type: '',
    error_message: '',
    input_preview: '',
    output_preview: '',
  };
}

export function toStepRow(step: Step, run: Run, owner: RowOwner): StepRow {
  const { span, ai } = step;
  const error = step.isError ? errorOf(step) : { type: '', message: '' };
  const firstToken = ai.timeToFirstTokenMs;
  return {
    ...deletedStep({ trace_id: step.traceId, span_id: step.spanId, timestamp: span.startNs }, owner),
    run_id: step.runId,
    is_deleted: 0,
    parent_span_id: step.parentSpanId,
    kind: step.kind,
    operation: ai.operation,
    name: span.name,
    label: ai.name,
    agent_name: run.agentName,
    duration_ns: span.durationNs,
    is_error: step.isError ? 1 : 0,
    error_type: error.type,
    error_message: error.message.slice(0, MAX_MESSAGE),
    model: step.model,
    provider: step.provider,
    service_tier: ai.serviceTier,
    first_token_ns: isDuration(firstToken) ? BigInt(Math.round(firstToken * 1e6)) : null,
    finish_reasons: ai.finishReasons.slice(0, 20),
    tool_call_id: ai.toolCallId,
    usage: toCounts(step.usage),
    cost: step.price?.cost ?? null,
    price_id: step.price?.priceId ?? '',
    is_counted: step.isCounted ? 1 : 0,
    is_unpriced: step.isUnpriced ? 1 : 0,
    flags: step.flags,
    service_name: span.serviceName,
    environment: span.environment,
    distinct_id: run.distinctId,
  };
}

const isDuration = (ms: number | undefined): ms is number =>
  ms !== undefined && Number.isFinite(ms) && ms >= 0 && ms < 1e12;

/** The row that replaces one of a span that is no step any more. */
export function deletedStep(
  {
    trace_id,
    span_id,
    timestamp,
  }: { readonly trace_id: string; readonly span_id: string; readonly timestamp: TraceSpan['startNs'] },
  { projectNumber, retentionDays, version }: RowOwner,
): StepRow {
  return {
    project_number: projectNumber,
    retention_days: retentionDays,
    timestamp,
    trace_id,
    span_id,
    run_id: '',
    version,
    is_deleted: 1,
    parent_span_id: '',
    kind: '',
    operation: '',
    name: '',
    label: '',
    agent_name: '',
    duration_ns: 0n,
    is_error: 0,
    error_type: '',
    error_message: '',
    model: '',
    provider: '',
    service_tier: '',
    first_token_ns: null,
    finish_reasons: [],
    tool_call_id: '',
    usage: {},
    cost: null,
    price_id: '',
    is_counted: 0,
    is_unpriced: 0,
    flags: [],
    service_name: '',
    environment: '',
    distinct_id: '',
  };
}

function toCounts(usage: Usage): Record<string, bigint> {
  return Object.fromEntries(Object.entries(usage).map(([bucket, count]) => [bucket, BigInt(count)]));
}
