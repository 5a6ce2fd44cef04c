import { isServerOnly, type CompiledCondition, type CompiledFlag } from './compile.js';
import type { Json } from './definition/definition.js';
import { UNKNOWN, type Evaluator, type Turns } from './evaluate.js';

/**
 * The reasons for the result of an evaluation: every group and every condition, including those that did not matter.
 */
export interface Explanation {
  readonly bucketing_id: string | null;
  /** The position of the ID between 0 and 1. */
  readonly hash: number | null;
  readonly groups: readonly GroupExplanation[];
}

export interface GroupExplanation {
  readonly rollout_percentage: number;
  readonly is_in_rollout: boolean;
  readonly conditions: readonly ConditionExplanation[];
}

export interface ConditionExplanation {
  readonly type: string;
  readonly key: string;
  readonly operator: string;
  /** `server` if only values count that were written by a server. */
  readonly source?: 'server';
  /** Null if its input is unknown. */
  readonly holds: boolean | null;
  /** The value that the condition tested; absent for a property that is missing, unknown or longer than 4,096 characters. */
  readonly value?: Json;
}

/** Conditions of all explanations of an answer together: few enough for an answer of a few megabytes. */
export const MAX_EXPLAINED = 1_000;

/** Properties may be a megabyte, and thousands of conditions may test the same one. */
const MAX_VALUE_CHARACTERS = 4096;

/** Tests every condition and lets other work run in between. */
export async function explain(flag: CompiledFlag, evaluator: Evaluator, turns: Turns): Promise<Explanation> {
  const id = evaluator.bucketingId(flag);
  const hash = id === undefined ? null : flag.position(id);
  const groups: GroupExplanation[] = [];
  for (const [index, { rollout, conditions }] of flag.groups.entries()) {
    const explained: ConditionExplanation[] = [];
    for (const condition of conditions) {
      explained.push(explainCondition(condition, evaluator));
      if (turns.isDue()) await turns.yield();
    }
    groups.push({
      // Not 100 times the rollout, which would turn 7 into 7.000000000000001.
      rollout_percentage: flag.definition.filters.groups[index]?.rollout_percentage ?? 100,
      is_in_rollout: rollout >= 1 || (rollout > 0 && hash !== null && hash <= rollout),
      conditions: explained,
    });
  }
  return { bucketing_id: id ?? null, hash, groups };
}

function explainCondition(condition: CompiledCondition, evaluator: Evaluator): ConditionExplanation {
  const { definition } = condition;
  const { type, key, operator } = definition;
  const value = evaluator.candidate(definition);
  const holds = evaluator.test(condition) ?? null;
  const isShown = value !== undefined && value !== UNKNOWN && isShort(value);
  return {
    type,
    key,
    operator,
    ...(isServerOnly(definition) && { source: 'server' as const }),
    holds,
    ...(isShown && { value }),
  };
}

function isShort(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value).length <= MAX_VALUE_CHARACTERS;
  return typeof value !== 'string' || value.length <= MAX_VALUE_CHARACTERS;
}
