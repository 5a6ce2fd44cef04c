import type { Stack } from '../stack.js';
import type { Decision, GroupingAlgorithm, GroupingComponent, GroupingInput, GroupingMethod } from './algorithm.js';
import { groupV1 } from './version-1.js';
import { groupV2 } from './version-2/index.js';

export interface Grouping {
  readonly version: number;
  /** 32 hexadecimal digits. */
  readonly hash: string;
  readonly method: GroupingMethod;
  readonly components: readonly GroupingComponent[];
}

const ALGORITHMS: ReadonlyMap<number, GroupingAlgorithm> = new Map([
  [1, groupV1],
  [2, groupV2],
]);

/** The versions whose hashes are kept with each error, the newest first, so that a new one finds the issues of those before it. */
export const GROUPING_VERSIONS: readonly number[] = [...ALGORITHMS.keys()].sort((a, b) => b - a);
export const CURRENT_VERSION = Math.max(...GROUPING_VERSIONS);

/**
 * Decides which errors belong together, and why. Pure: the same stack and input give the same hash. Throws on an
 * unknown version.
 */
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
