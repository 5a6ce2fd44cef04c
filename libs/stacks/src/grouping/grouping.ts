import type { ErrorInput } from '../error-input.js';
import type { Stack } from '../stack.js';
import { groupV1 } from './version-1.js';

export type GroupingMethod = 'fingerprint' | 'stack' | 'type_message' | 'message';

/** A part of an error that grouping has considered. */
export interface GroupingComponent {
  /** fingerprint, type, cause_type, frames, context_line, message, logger or service. */
  readonly name: string;
  /** What was compared: normalized, one line for each frame. */
  readonly value: string;
  readonly contributes: boolean;
  /** Why it contributes or not, in words. */
  readonly why: string;
}

export interface Grouping {
  readonly version: number;
  /** 32 hexadecimal digits. */
  readonly hash: string;
  readonly method: GroupingMethod;
  readonly components: readonly GroupingComponent[];
}

export type GroupingInput = Pick<ErrorInput, 'type' | 'message' | 'fingerprint' | 'serviceName' | 'logger'>;

/** What an algorithm decides. The explanation is computed when it is asked for: storing an error needs the hash alone. */
export interface Decision {
  readonly hash: string;
  readonly method: GroupingMethod;
  readonly explain: () => readonly GroupingComponent[];
}
export type GroupingAlgorithm = (stack: Stack, input: GroupingInput) => Decision;

const ALGORITHMS: ReadonlyMap<number, GroupingAlgorithm> = new Map([[1, groupV1]]);

/** The versions whose hashes are kept with each error, the newest first, so that a new one finds the issues of those before it. */
export const GROUPING_VERSIONS: readonly number[] = [...ALGORITHMS.keys()].sort((a, b) => b - a);
export const CURRENT_VERSION = Math.max(...GROUPING_VERSIONS);

/** Tells which errors belong together, and why. Pure: the same stack and input give the same hash. Throws on an unknown version. */
export function groupStack(stack: Stack, input: GroupingInput, version = CURRENT_VERSION): Grouping {
  const { hash, method, explain } = decide(stack, input, version);
  return { version, hash, method, components: explain() };
}

/** The hash of `groupStack` without its explanation. */
export function hashStack(stack: Stack, input: GroupingInput, version: number): string {
  return decide(stack, input, version).hash;
}

function decide(stack: Stack, input: GroupingInput, version: number): Decision {
  const algorithm = ALGORITHMS.get(version);
  if (!algorithm) throw new Error('unknown version of grouping');
  return algorithm(stack, input);
}
