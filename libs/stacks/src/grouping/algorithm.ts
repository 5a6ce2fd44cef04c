import type { ErrorInput } from '../error-input.js';
import type { Stack } from '../stack.js';

export type GroupingMethod = 'fingerprint' | 'stack' | 'type_message' | 'message';

/** A part of an error that grouping has considered. */
export interface GroupingComponent {
  /** fingerprint, type, cause_type, frames, context_line, message, logger or service. */
  readonly name: string;
  /** The compared text: normalized, one line for each frame. */
  readonly value: string;
  readonly contributes: boolean;
  /** Why it contributes or not, in words. */
  readonly why: string;
}

export type GroupingInput = Pick<ErrorInput, 'type' | 'message' | 'fingerprint' | 'serviceName' | 'logger'>;

/** The decision of an algorithm. The explanation is computed on demand: storing an error needs the hash alone. */
export interface Decision {
  readonly hash: string;
  readonly method: GroupingMethod;
  readonly explain: () => readonly GroupingComponent[];
}

export type GroupingAlgorithm = (stack: Stack, input: GroupingInput) => Decision;
