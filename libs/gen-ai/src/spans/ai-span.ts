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

/**
 * AI work of a span in one vocabulary, whatever the instrumentation. Texts are '' if the span does not have them. Names have at most 256
 * characters, IDs 200, reasons and other words 64, the status message 1,000; longer ones are cut.
 */
export interface AiSpan {
  readonly kind: StepKind;
  /** The operation as the instrumentation names it, such as `chat`, `LLM` or `ai.generateText`. */
  readonly operation: string;
  /** The name of an agent, a workflow or a tool, without the operation; '' for other kinds. */
  readonly name: string;
  /** The ID of the run, if the application groups spans or traces by one. */
  readonly runId: string;
  /** The status of the run, if the application sets it. */
  readonly runStatus: string;
  /** The agent that the span belongs to, also on spans of its calls and tools. */
  readonly agentName: string;
  readonly agentId: string;
  readonly agentVersion: string;
  readonly workflowName: string;
  readonly conversationId: string;
  readonly personId: string;
  /** As the instrumentation names it, such as `openai`, `azure.ai.openai` or `openai.chat`. */
  readonly provider: string;
  readonly requestModel: string;
  readonly responseModel: string;
  readonly responseId: string;
  /** The status of a response of the provider, such as `completed` or `incomplete`. */
  readonly responseStatus: string;
  readonly serviceTier: string;
  /** The address of the server that was called. */
  readonly serverAddress: string;
  /** As reported for this span, also for kinds whose usage is not billed. */
  readonly usage: ReportedUsage | undefined;
  /** The sum over the calls inside this span, of an instrumentation that names it so. */
  readonly aggregateUsage: ReportedUsage | undefined;
  /** US dollars that the instrumentation states, in decimal notation. */
  readonly statedCost: string;
  readonly finishReasons: readonly string[];
  /** Whether the span says that the run stopped because of a limit of its steps. */
  readonly isStepLimited: boolean;
  /** Milliseconds until the first token. */
  readonly timeToFirstTokenMs: number | undefined;
  readonly toolName: string;
  readonly toolCallId: string;
  /** `tools/call` and other methods of the Model Context Protocol; '' for spans of other protocols. */
  readonly mcpMethod: string;
  readonly promptName: string;
  readonly promptVersion: string;
  /** The type of the error, from the attribute or from the exception of a span that failed. */
  readonly errorType: string;
  /** DEBUG, DEFAULT, WARNING or ERROR, of instrumentations that have levels. */
  readonly level: string;
  readonly statusMessage: string;
}
