import { formatExact, parseExact } from '../../api/parse-exact.js';
import type { Flag, FlagCondition, FlagFilters, FlagGroup, FlagVariant } from '../../gen/api.js';
import { formatValue } from '../../ui/fields/condition-value.js';
import { nextId } from '../../ui/fields/next-id.js';
import type { Definition } from '../describe-flag.js';

/** A flag as its form shows it: everything that is typed is a text. */
export interface Draft {
  readonly name: string;
  readonly variants: readonly VariantDraft[];
  readonly groups: readonly GroupDraft[];
  readonly defaultVariant: string;
  /** JSON of a boolean flag's payload; empty without one. */
  readonly payload: string;
  /** Fields of the filters that are not in the form, and kept. */
  readonly settings: Omit<FlagFilters, 'groups' | 'payload'>;
}

export interface VariantDraft {
  /** Names the row of the form. */
  readonly id: number;
  readonly key: string;
  readonly weight: string;
  /** JSON; empty without one. */
  readonly payload: string;
  /** Not in the form, and kept. */
  readonly name?: string | undefined;
}

export interface GroupDraft {
  readonly id: number;
  readonly conditions: readonly ConditionDraft[];
  readonly share: string;
  /** Key of the variant that all get; empty for a drawn one. */
  readonly variant: string;
}

export interface ConditionDraft {
  readonly id: number;
  readonly type: string;
  readonly groupType: string;
  readonly key: string;
  readonly operator: string;
  readonly value: string;
  readonly ignoresCase: boolean;
  /** Fields that are not in the form, and kept. */
  readonly rest: Pick<FlagCondition, 'negate' | 'source'>;
}

/** The form of a flag as it is saved. */
export function toDraft(flag: Definition & Pick<Flag, 'name'>): Draft {
  const { filters } = flag;
  const { groups: _, payload: __, ...settings } = filters ?? { groups: [] };
  return {
    name: flag.name,
    variants: flag.variants.map(toVariantDraft),
    groups: filters?.groups.map(toGroupDraft) ?? [],
    defaultVariant: flag.default_variant ?? '',
    payload: toJson(filters?.payload),
    settings,
  };
}

export function newGroup(): GroupDraft {
  return { id: nextId(), conditions: [], share: '100', variant: '' };
}

export function newCondition(): ConditionDraft {
  return toConditionDraft({ type: 'person', key: '', operator: 'eq' });
}

export function newVariant(): VariantDraft {
  return toVariantDraft({ key: '', weight: 0 });
}

function toVariantDraft({ key, weight, payload, name }: FlagVariant): VariantDraft {
  return { id: nextId(), key, weight: String(weight), payload: toJson(payload), name };
}

function toGroupDraft({ conditions, rollout_percentage: share = 100, variant = '' }: FlagGroup): GroupDraft {
  return { id: nextId(), conditions: conditions.map(toConditionDraft), share: String(share), variant };
}

function toConditionDraft(condition: FlagCondition): ConditionDraft {
  const { type, group_type: groupType = '', key, operator, value, case_insensitive: ignoresCase = false } = condition;
  const { negate, source } = condition;
  return {
    id: nextId(),
    type,
    groupType,
    key,
    operator,
    value: formatValue(value, condition),
    ignoresCase,
    rest: { ...(negate !== undefined && { negate }), ...(source !== undefined && { source }) },
  };
}

function toJson(value: unknown): string {
  return value === undefined || value === null ? '' : formatExact(value);
}

/** The value of a JSON text; undefined for an empty one. @throws SyntaxError */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  const values = parseExact(`[${text}]`) as readonly unknown[];
  if (values.length !== 1) throw new SyntaxError('The text has several values.');
  return values[0];
}
