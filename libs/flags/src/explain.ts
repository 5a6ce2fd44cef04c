import type { CompiledFlag } from './compile.js';
import type { Json } from './definition.js';
import { UNKNOWN, type Evaluator } from './evaluate.js';

/** How an evaluation came about: every group and every condition, including those that did not matter. */
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
  /** Null if its input is unknown. */
  readonly holds: boolean | null;
  /** The value that the condition tested; absent for a property that is missing or unknown. */
  readonly value?: Json;
}

export function explain(flag: CompiledFlag, evaluator: Evaluator): Explanation {
  const id = evaluator.bucketingId(flag);
  const hash = id === undefined ? null : flag.position(id);
  const groups = flag.groups.map(({ rollout, conditions }, index) => ({
    // Not 100 times the rollout, which would turn 7 into 7.000000000000001.
    rollout_percentage: flag.definition.filters.groups[index]?.rollout_percentage ?? 100,
    is_in_rollout: rollout >= 1 || (rollout > 0 && hash !== null && hash <= rollout),
    conditions: conditions.map((condition) => {
      const { type, key, operator } = condition.definition;
      const value = evaluator.candidate(condition.definition);
      const holds = evaluator.test(condition) ?? null;
      return { type, key, operator, holds, ...(value !== undefined && value !== UNKNOWN && { value }) };
    }),
  }));
  return { bucketing_id: id ?? null, hash, groups };
}
