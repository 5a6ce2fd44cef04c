import { parseExact, formatExact } from '../../../api/parse-exact.js';
import type { Cohort, CohortsCreateRequest, CohortsUpdateRequest } from '../../../gen/api.js';
import { describeJsonFault, findJsonFault } from '../../../ui/json/find-json-fault.js';
import {
  newCondition,
  readCondition,
  sorted,
  toDrafts,
  type ConditionDraft,
  type Json,
} from '../../conditions/condition-draft.js';

export type CohortKind = CohortsCreateRequest['kind'];

/** A cohort as its form shows it. */
export interface CohortDraft {
  readonly name: string;
  readonly description: string;
  readonly kind: CohortKind;
  readonly operator: 'and' | 'or';
  readonly conditions: readonly ConditionDraft[];
  /** The definition as a text, while it is edited as one. */
  readonly json: string | undefined;
  /** IDs of a new static cohort, one in a line. */
  readonly members: string;
}

/** The content of a form, and why it cannot be saved, by the place of the mistake. */
export interface ReadCohort {
  readonly definition: Json;
  readonly members: readonly string[];
  readonly faults: ReadonlyMap<string, string>;
}

export const MOST_CONDITIONS = 50;
const MOST_MEMBERS = 10_000;

export function newCohortDraft(): CohortDraft {
  const conditions = [newCondition()];
  return { name: '', description: '', kind: 'property', operator: 'and', conditions, json: undefined, members: '' };
}

/** The form of a cohort as it is saved; a definition that the form cannot show whole is edited as JSON. */
export function toCohortDraft({ name, description, kind, definition }: Cohort): CohortDraft {
  const shown = { name, description, kind: kind as CohortKind, members: '' };
  if (definition === undefined) return { ...shown, operator: 'and', conditions: [], json: undefined };
  const form = toForm(definition);
  return form
    ? { ...shown, ...form, json: undefined }
    : { ...shown, operator: 'and', conditions: [], json: formatExact(definition, 2) };
}

/** The fields of the form for a definition; undefined if they would lose a part of it. */
export function toForm(definition: Json): Pick<CohortDraft, 'operator' | 'conditions'> | undefined {
  const { operator, conditions, ...rest } = definition;
  if ((operator !== 'and' && operator !== 'or') || !Array.isArray(conditions) || Object.keys(rest).length > 0)
    return undefined;
  if (!conditions.every((each) => typeof each === 'object' && each !== null && !Array.isArray(each))) return undefined;
  const drafts = toDrafts(conditions as readonly Json[], readCondition);
  return drafts && { operator, conditions: drafts };
}

export function readCohort(draft: CohortDraft): ReadCohort {
  const faults = new Map<string, string>();
  if (draft.name.trim() === '') faults.set('name', 'Required');
  const members = readMembers(draft.members);
  if (draft.kind === 'static') {
    if (members.length > MOST_MEMBERS) faults.set('members', 'There can be at most 10,000 members.');
    return { definition: {}, members, faults };
  }
  return { definition: readDefinition(draft, faults), members, faults };
}

/** The IDs of a text with one in each line; an ID that is repeated counts once. */
export function readMembers(text: string): readonly string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

function readDefinition({ json, operator, conditions, kind }: CohortDraft, faults: Map<string, string>): Json {
  if (json !== undefined) {
    const fault = findJsonFault(json);
    const value = fault ? {} : parseExact(json);
    if (fault) faults.set('json', describeJsonFault(fault));
    else if (typeof value !== 'object' || value === null || Array.isArray(value))
      faults.set('json', 'It must be an object with operator and conditions.');
    else return value as Json;
    return {};
  }
  if (conditions.length === 0) faults.set('conditions', 'Add a condition.');
  if (kind === 'property' && conditions.some(({ type }) => type === 'event'))
    faults.set('conditions', 'Conditions on events need a cohort by events.');
  return {
    operator,
    conditions: conditions.map((each) => readCondition(each, (place, why) => faults.set(place, why))),
  };
}

/** The fields that a draft changes compared with the cohort as the form was opened. */
export function toCohortChanges(base: Cohort, draft: CohortDraft): CohortsUpdateRequest {
  const { definition } = readCohort(draft);
  return {
    ...(draft.name.trim() !== base.name && { name: draft.name.trim() }),
    ...(draft.description !== base.description && { description: draft.description }),
    ...(base.definition !== undefined && sorted(definition) !== sorted(base.definition) && { definition }),
  };
}
