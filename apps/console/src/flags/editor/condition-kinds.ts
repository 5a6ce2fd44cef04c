import { OPERATOR_WORDS } from '../../text/operator-words.js';
import type { ConditionDraft } from './draft.js';

export const CONDITION_TYPES = [
  { value: 'person', label: 'The person’s' },
  { value: 'group', label: 'A group’s' },
  { value: 'cohort', label: 'Cohort' },
  { value: 'flag', label: 'Another flag' },
] as const;

/** Words for operators of events, which flags do not have. */
const OTHERS: ReadonlySet<string> = new Set(['exists', 'not_exists']);
const OF_PROPERTIES = Object.keys(OPERATOR_WORDS).filter((name) => !OTHERS.has(name));

/** The operators that a condition of this type can have. */
export function operatorsOf(type: string): readonly string[] {
  if (type === 'cohort') return ['in', 'not_in'];
  return type === 'flag' ? ['eq', 'neq', 'in', 'not_in'] : OF_PROPERTIES;
}

/** The first state of a condition of another type. */
export function toType(
  type: string,
): Pick<ConditionDraft, 'type' | 'key' | 'groupType' | 'operator' | 'value' | 'ignoresCase' | 'rest'> {
  const operator = operatorsOf(type)[0] ?? 'eq';
  return { type, key: '', groupType: '', operator, value: type === 'flag' ? 'on' : '', ignoresCase: false, rest: {} };
}
