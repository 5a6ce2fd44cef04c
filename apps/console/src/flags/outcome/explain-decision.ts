import { formatExact } from '../../api/parse-exact.js';
import type { FlagDecision } from '../../gen/api.js';
import { describeCondition, type Definition } from '../describe-flag.js';
import { formatPercentage } from '../format-percentage.js';

/** A condition or a share with its result. */
export interface Line {
  readonly id: string;
  readonly holds: boolean;
  readonly text: string;
}

/** The parts of `explanation` that are shown. */
interface Explanation {
  readonly groups?: readonly {
    readonly is_in_rollout?: boolean;
    readonly conditions?: readonly { readonly holds?: boolean; readonly value?: unknown }[];
  }[];
}

/** All conditions and shares of the rules in their order, with the values that were found. */
export function explainDecision(decision: FlagDecision | undefined, definition: Definition): readonly Line[] {
  const explained = (decision?.explanation as Explanation | undefined)?.groups ?? [];
  const groups = definition.filters?.groups ?? [];
  return groups.flatMap((group, index): readonly Line[] => {
    const result = explained[index];
    if (!result) return [];
    const conditions = group.conditions.map((condition, nth): Line => {
      const { holds = false, value } = result.conditions?.[nth] ?? {};
      const isProperty = condition.type === 'person' || condition.type === 'group';
      const found = !isProperty ? '' : value === undefined ? ' (not set)' : ` (it is ${formatExact(value)})`;
      return { id: `${index}.${nth}`, holds, text: `Rule ${index + 1}: ${describeCondition(condition)}${found}` };
    });
    const { rollout_percentage: share = 100 } = group;
    const isIn = result.is_in_rollout === true;
    const drawn: Line = {
      id: `${index}`,
      holds: isIn,
      text: `Rule ${index + 1}: ${isIn ? 'within' : 'outside'} its share of ${formatPercentage(share)}`,
    };
    return share === 100 ? conditions : [...conditions, drawn];
  });
}
