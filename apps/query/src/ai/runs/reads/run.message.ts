import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AgentRunCostSchema, AgentRunDetailsSchema, AgentRunSchema, AgentRunStepSchema } from '@svc/contract';
import {
  COST_DECIMALS,
  inputTokens,
  outputTokens,
  parseCost,
  type Price,
  type RunFlag,
  type StatusReason,
  type Usage,
} from '@svc/gen-ai';
import { toPagination } from '@svc/reading/paging';
import { emptyToUndefined, zeroIdToUndefined } from '@svc/reading/statement';
import { toMilliseconds, toTimestamp } from '@svc/reading/time';
import { explainCost } from '../../prices/index.js';
import { toContent } from './content.message.js';
import { FLAG_EXPLANATIONS, STATUS_EXPLANATIONS } from './explanations.js';
import type { RunRow } from './runs.query.js';
import type { RunWithSteps } from './runs.service.js';
import type { CostRow, StepRow } from './steps.query.js';

export function toAgentRun(row: RunRow): MessageInitShape<typeof AgentRunSchema> {
  const start = BigInt(row.timestamp_ns);
  const duration = BigInt(row.duration_ns);
  return {
    runId: row.run_id,
    traceIds: row.trace_ids_hex,
    rootName: row.name,
    agentName: row.agent_name,
    agentVersion: row.agent_version,
    conversationId: row.conversation_id,
    distinctId: emptyToUndefined(row.distinct_id),
    sessionId: emptyToUndefined(row.session_id),
    serviceName: row.service_name,
    environment: row.environment,
    release: row.release,
    status: row.status,
    inferred: row.is_inferred === 1,
    startedAt: toTimestamp(start),
    endedAt: toTimestamp(start + duration),
    durationMs: toMilliseconds(duration),
    timeToFirstTokenMs: toOptionalMilliseconds(row.first_token_ns),
    stepCount: row.steps,
    llmCalls: row.llm_calls,
    toolCalls: row.tool_calls,
    toolErrors: row.tool_errors,
    ...toTokens(row.usage),
    cost: row.cost_text ?? undefined,
    unpricedCalls: row.unpriced_calls,
    models: row.models,
    providers: row.providers,
    errorType: row.error_type,
    errorMessage: row.error_message,
    flags: row.flags,
    inputPreview: row.input_preview,
    outputPreview: row.output_preview,
  };
}

export function toAgentRunDetails({
  run,
  costs,
  steps,
  nextCursor,
  content,
  price,
}: RunWithSteps): MessageInitShape<typeof AgentRunDetailsSchema> {
  const start = BigInt(run.timestamp_ns);
  const reason = run.status_reason as StatusReason;
  return {
    run: toAgentRun(run),
    statusReason: { code: reason, description: STATUS_EXPLANATIONS[reason] },
    flagReasons: run.flags.map((code) => ({ code, description: FLAG_EXPLANATIONS[code as RunFlag] })),
    costs: costs.map(toCost),
    steps: steps.map((step) => toStep(step, start)),
    pagination: toPagination(nextCursor),
    ...(content && { content: toContent(content), costLines: steps.flatMap((step) => toCostLines(step, price)) }),
  };
}

function toCost(row: CostRow): MessageInitShape<typeof AgentRunCostSchema> {
  return {
    provider: row.provider,
    model: row.model,
    priceId: row.price_id,
    calls: Number(row.calls),
    usage: toCounts(row.total_usage),
    cost: row.total_text ?? undefined,
  };
}

function toStep(row: StepRow, runStart: bigint): MessageInitShape<typeof AgentRunStepSchema> {
  return {
    spanId: row.span_id_hex,
    traceId: row.trace_id_hex,
    parentSpanId: zeroIdToUndefined(row.parent_span_id_hex),
    kind: row.kind,
    name: row.label || row.name,
    offsetMs: toMilliseconds(BigInt(row.timestamp_ns) - runStart),
    durationMs: toMilliseconds(BigInt(row.duration_ns)),
    isError: row.is_error === 1,
    errorType: row.error_type,
    errorMessage: row.error_message,
    operation: row.operation,
    model: row.model,
    provider: row.provider,
    serviceTier: row.service_tier,
    ...toTokens(row.usage),
    cost: row.cost_text ?? undefined,
    priceId: row.price_id,
    isCounted: row.is_counted === 1,
    timeToFirstTokenMs: toOptionalMilliseconds(row.first_token_ns),
    finishReasons: row.finish_reasons,
    toolCallId: row.tool_call_id,
    serviceName: row.service_name,
    flags: row.flags,
  };
}

/** The parts of the cost of a step; none for a step that is not billed. */
function toCostLines({ usage, price_id: priceId, cost_text: cost }: StepRow, price: Price | undefined) {
  const counts = toUsage(usage);
  if (Object.keys(counts).length === 0) return [];
  const part = { priceId, input: inputTokens(counts), usage: counts, cost: parseCost(cost ?? '0', COST_DECIMALS) };
  return explainCost([part], () => price).lines;
}

const toUsage = (usage: Readonly<Record<string, string>>): Usage =>
  Object.fromEntries(Object.entries(usage).map(([bucket, count]) => [bucket, Number(count)]));

function toTokens(usage: Readonly<Record<string, string>>) {
  const counts = toUsage(usage);
  return {
    usage: toCounts(usage),
    inputTokens: BigInt(inputTokens(counts)),
    outputTokens: BigInt(outputTokens(counts)),
  };
}

const toCounts = (usage: Readonly<Record<string, string>>): Record<string, bigint> =>
  Object.fromEntries(Object.entries(usage).map(([bucket, count]) => [bucket, BigInt(count)]));

const toOptionalMilliseconds = (nanoseconds: string | null): number | undefined =>
  nanoseconds === null ? undefined : toMilliseconds(BigInt(nanoseconds));
