import type { ReportedUsage } from '../usage/reported-usage.js';

/** The kinds of steps of a run. A span whose operation is not known is `other`, never left out. */
export const STEP_KINDS = [
  'agent',
  'workflow',
  'inference',
  'embedding',
  'image',
  'tool',
  'retrieval',
  'memory',
  'plan',
  'guardrail',
  'evaluation',
  'other',
] as const;

export type StepKind = (typeof STEP_KINDS)[number];

/** Kinds whose own usage is what a provider bills. The usage of other kinds repeats that of the calls inside them. */
export const BILLED_KINDS: ReadonlySet<StepKind> = new Set(['inference', 'embedding', 'image']);

/** Kinds that can be a run: the topmost of them in a trace is one. */
export const RUN_KINDS: ReadonlySet<StepKind> = new Set(['agent', 'workflow']);

/** What a span says of AI work, in one vocabulary whatever the instrumentation. Texts are '' if the span does not have them. */
export interface AiSpan {
  readonly kind: StepKind;
  /** The operation as the instrumentation names it, such as `chat`, `LLM` or `ai.generateText`. */
  readonly operation: string;
  /** The name of the agent, workflow or tool, or of the prompt of a call. */
  readonly name: string;
  /** The ID of the run, if the application groups spans or traces by one. */
  readonly runId: string;
  readonly agentVersion: string;
  readonly conversationId: string;
  readonly provider: string;
  readonly requestModel: string;
  readonly responseModel: string;
  readonly responseId: string;
  readonly serviceTier: string;
  /** The address of the server that was called. */
  readonly serverAddress: string;
  readonly usage: ReportedUsage | undefined;
  /** US dollars that the instrumentation states, as it writes them. */
  readonly statedCost: string;
  readonly finishReasons: readonly string[];
  /** Milliseconds until the first token. */
  readonly timeToFirstTokenMs: number | undefined;
  readonly toolCallId: string;
  readonly promptName: string;
  readonly promptVersion: string;
  readonly errorType: string;
  /** The status of the run, if the application sets it. */
  readonly runStatus: string;
}
