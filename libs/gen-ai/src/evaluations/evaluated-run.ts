import type { StepContent } from '../content/content.js';
import type { RunStatus } from '../runs/run.js';
import type { StepKind } from '../spans/ai-span.js';

/** What metrics know of a run. */
export interface EvaluatedRun {
  readonly status: RunStatus;
  readonly durationNs: bigint;
  readonly llmCalls: number;
  readonly toolCalls: number;
  readonly toolErrors: number;
  readonly unpricedCalls: number;
  /** Units of 10^-12 US dollars; undefined if nothing has a price. */
  readonly cost: bigint | undefined;
  /** In the order of their start. */
  readonly steps: readonly EvaluatedStep[];
}

export interface EvaluatedStep {
  readonly kind: StepKind;
  /** The name of a tool. */
  readonly name: string;
  /** The ID of the call of a tool; '' if it is not known. */
  readonly toolCallId: string;
  /** Undefined if prompts and answers of the step were not received. */
  readonly content: StepContent | undefined;
}

/** What a project allows its runs. */
export interface Budgets {
  readonly latencyMs: number | undefined;
  /** Units of 10^-12 US dollars. */
  readonly cost: bigint | undefined;
}

/** The result of a metric. The comment names no content of the run. */
export interface Finding {
  readonly label: string;
  readonly value: number | null;
  /** The reason in words. */
  readonly comment: string;
}
