import type { PriceQuestion } from '../prices/pricing.js';
import type { AiSpan, StepKind } from '../spans/ai-span.js';
import type { StoredSpan } from '../spans/stored-span.js';
import type { Usage } from '../usage/buckets.js';

/** A run is `running` until one of the others applies. */
export const RUN_STATUSES = ['running', 'completed', 'failed', 'timed_out', 'cancelled', 'max_steps'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The rule that gave a run its status. */
export const STATUS_REASONS = [
  'stated',
  'cancelled_error',
  'timeout_error',
  'step_limit',
  'error_status',
  'ended',
  'root_missing',
  'idle',
] as const;
export type StatusReason = (typeof STATUS_REASONS)[number];

/** Reasons to doubt the figures of a run. */
export const RUN_FLAGS = [
  'usage_from_aggregate',
  'aggregate_mismatch',
  'usage_mismatch',
  'tier_unpriced',
  'provider_inferred',
  'incomplete_attributes',
  'missing_parents',
  'spans_cut',
] as const;
export type RunFlag = (typeof RUN_FLAGS)[number];

/** A span of a trace. Those that are not marked as AI work only carry IDs, times and status. */
export interface TraceSpan extends StoredSpan {
  readonly isAi: boolean;
  /** The result of `readAiSpan`, which takes most of the time of an assembly, if the caller has read it already. */
  readonly ai?: AiSpan | undefined;
}

/** A price that was applied to a call. */
export interface StepPrice {
  readonly priceId: string;
  /** Units of 10^-12 US dollars; undefined if the price has no rate for anything that was used. */
  readonly cost: bigint | undefined;
  readonly isTierUnpriced: boolean;
  readonly isProviderInferred: boolean;
  /** The price has no rate for some of what was used. */
  readonly isPartial: boolean;
}

/** A price that a stored step has, and the call that it was applied to. */
export interface StoredPrice extends StepPrice {
  readonly provider: string;
  readonly model: string;
  readonly usage: Usage;
}

export interface RunContext {
  /** Nanoseconds since 1970. */
  readonly now: bigint;
  /** When the last span of each trace was stored, in nanoseconds since 1970. A trace that is absent is treated as just stored. */
  readonly lastArrivals: ReadonlyMap<string, bigint>;
  /** Undefined if the call has no price. */
  readonly price: (question: PriceQuestion, usage: Usage) => StepPrice | undefined;
  /** By `stepKey`. They are kept while provider, model and usage are the same, so that a new price does not change the past. */
  readonly storedPrices: ReadonlyMap<string, StoredPrice>;
  /** Traces of which not all spans were read. */
  readonly cutTraces: ReadonlySet<string>;
}

/** A span of AI work within a run. */
export interface Step {
  readonly traceId: string;
  readonly spanId: string;
  readonly runId: string;
  /** The nearest step above it in the same run; '' if there is none. */
  readonly parentSpanId: string;
  readonly kind: StepKind;
  readonly ai: AiSpan;
  readonly span: TraceSpan;
  readonly isError: boolean;
  readonly model: string;
  readonly provider: string;
  readonly usage: Usage;
  /** Whether usage and cost are part of those of the run, or for a tool, whether the call is counted. */
  readonly isCounted: boolean;
  readonly price: StepPrice | undefined;
  /** A counted call that was billed and has no complete price. */
  readonly isUnpriced: boolean;
  readonly flags: readonly RunFlag[];
}

export interface Run {
  readonly runId: string;
  /** Sorted. */
  readonly traceIds: readonly string[];
  /** The span that the status is taken from; undefined while it is missing. */
  readonly root: TraceSpan | undefined;
  readonly agentName: string;
  readonly agentVersion: string;
  readonly conversationId: string;
  readonly distinctId: string;
  readonly sessionId: string;
  readonly environment: string;
  readonly serviceName: string;
  readonly release: string;
  readonly status: RunStatus;
  readonly reason: StatusReason;
  /** The status is a conclusion, because the end of the run was not received. */
  readonly isInferred: boolean;
  readonly startNs: bigint;
  readonly endNs: bigint;
  /** Nanoseconds from the start of the run to the first token; undefined if no call reports it. */
  readonly timeToFirstTokenNs: bigint | undefined;
  readonly steps: readonly Step[];
  readonly llmCalls: number;
  readonly toolCalls: number;
  readonly toolErrors: number;
  readonly usage: Usage;
  /** Units of 10^-12 US dollars; undefined if nothing has a price. */
  readonly cost: bigint | undefined;
  readonly unpricedCalls: number;
  readonly flags: readonly RunFlag[];
  readonly models: readonly string[];
  readonly providers: readonly string[];
  readonly errorType: string;
  readonly errorMessage: string;
}

/** Identifies the step of a span. */
export const stepKey = (traceId: string, spanId: string): string => `${traceId}-${spanId}`;
