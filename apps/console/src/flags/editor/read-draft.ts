import type { FlagCondition, FlagGroup, FlagVariant } from '../../gen/api.js';
import { isWithoutValue, parseValue } from '../../ui/fields/condition-value.js';
import type { Definition } from '../describe-flag.js';
import { isKey } from '../is-key.js';
import { readJson, type ConditionDraft, type Draft, type GroupDraft, type VariantDraft } from './draft.js';

/** The content of a form: a definition, and why it cannot be saved, by the place of the mistake such as `groups.2.share`. */
export interface ReadDraft {
  readonly definition: Definition;
  readonly faults: ReadonlyMap<string, string>;
}

/** Shares may miss 100 by so much, and a little for the sum of binary fractions; the service says so, too. */
const TOLERANCE = 0.010_001;

type Fault = (place: string, reason: string) => void;

/** Reads the form of a flag, with what it does not show. */
export function readDraft(draft: Draft, flag: Definition): ReadDraft {
  const faults = new Map<string, string>();
  const fault: Fault = (place, reason) => void faults.set(place, reason);
  const variants = draft.variants.map((variant) => readVariant(variant, fault));
  const sum = variants.reduce((total, { weight }) => total + weight, 0);
  if (flag.type === 'multivariate') {
    if (variants.length === 0) fault('variants', 'Add a variant.');
    else if (Math.abs(sum - 100) > TOLERANCE)
      fault('variants', `The shares must sum to 100; they sum to ${Number(sum.toFixed(4))}.`);
    if (new Set(variants.map(({ key }) => key)).size < variants.length)
      fault('variants', 'Two variants have the same key.');
  }
  const groups = draft.groups.map((group) => readGroup(group, fault));
  const payload = readPayload(draft.payload, 'payload', fault);
  const definition: Definition = {
    active: flag.active,
    type: flag.type,
    variants,
    filters: { groups, ...draft.settings, ...(payload !== undefined && { payload }) },
    ...(draft.defaultVariant !== '' && { default_variant: draft.defaultVariant }),
  };
  return { definition, faults };
}

function readVariant({ id, key, weight, payload, name }: VariantDraft, fault: Fault): FlagVariant {
  if (!isKey(key)) fault(`variants.${id}.key`, 'Letters, digits and _ . -');
  const value = readPayload(payload, `variants.${id}.payload`, fault);
  return {
    key,
    weight: readPercentage(weight, `variants.${id}.weight`, fault),
    ...(value !== undefined && { payload: value }),
    ...(name !== undefined && { name }),
  };
}

function readGroup({ id, conditions, share, variant }: GroupDraft, fault: Fault): FlagGroup {
  const percentage = readPercentage(share, `groups.${id}.share`, fault);
  return {
    conditions: conditions.map((condition) => readCondition(condition, fault)),
    ...(percentage !== 100 && { rollout_percentage: percentage }),
    ...(variant !== '' && { variant }),
  };
}

function readCondition(draft: ConditionDraft, fault: Fault): FlagCondition {
  const { id, type, groupType, operator, ignoresCase, rest } = draft;
  const key = draft.key.trim();
  if (key === '') fault(`conditions.${id}.key`, 'Required');
  if (type === 'group' && groupType.trim() === '') fault(`conditions.${id}.groupType`, 'Required');
  const value = parseValue(draft.value, draft);
  if (value === undefined && !isWithoutValue(draft)) fault(`conditions.${id}.value`, 'Required');
  return {
    type,
    ...(type === 'group' && { group_type: groupType.trim() }),
    key,
    operator,
    ...(value !== undefined && { value }),
    ...(ignoresCase && { case_insensitive: true }),
    ...rest,
  };
}

function readPercentage(text: string, place: string, fault: Fault): number {
  const value = Number(text.trim().replace(',', '.'));
  if (text.trim() !== '' && value >= 0 && value <= 100) return value;
  fault(place, '0 to 100');
  return 0;
}

function readPayload(text: string, place: string, fault: Fault): unknown {
  try {
    return readJson(text);
  } catch {
    fault(place, 'This is not valid JSON. A text needs quotes.');
    return undefined;
  }
}
