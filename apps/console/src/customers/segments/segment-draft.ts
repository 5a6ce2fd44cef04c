import { formatExact, parseExact } from '../../api/parse-exact.js';
import type { Segment, SegmentsUpdateRequest } from '../../gen/api.js';
import { describeJsonFault, findJsonFault } from '../../ui/json/find-json-fault.js';
import {
  newCondition,
  readFilter,
  sorted,
  toDrafts,
  type ConditionDraft,
  type Json,
} from '../conditions/condition-draft.js';

/** A segment as its form shows it. */
export interface SegmentDraft {
  readonly name: string;
  readonly groupType: string;
  readonly filters: readonly ConditionDraft[];
  /** The filters as a text, if the form would lose a part of them. */
  readonly json: string | undefined;
}

/** The content of a form, and why it cannot be saved, by the place of the mistake. */
export interface ReadSegment {
  readonly filters: readonly Json[];
  readonly faults: ReadonlyMap<string, string>;
}

export const MOST_FILTERS = 20;

/** Fields of accounts besides their properties. */
export const FIGURES = [
  'first_seen',
  'last_seen',
  'events_7d',
  'persons_active_7d',
  'errors_7d',
  'error_rate_7d',
  'open_issues',
  'cost_30d',
] as const;

export function newSegmentDraft(groupType: string): SegmentDraft {
  return { name: '', groupType, filters: [newCondition()], json: undefined };
}

export function toSegmentDraft({ name, group_type: groupType, filters }: Segment): SegmentDraft {
  const drafts = toDrafts(filters, readFilter);
  return { name, groupType, filters: drafts ?? [], json: drafts ? undefined : formatExact(filters, 2) };
}

export function readSegment({ name, groupType, filters, json }: SegmentDraft): ReadSegment {
  const faults = new Map<string, string>();
  if (name.trim() === '') faults.set('name', 'Required');
  if (groupType.trim() === '') faults.set('groupType', 'Required');
  if (json !== undefined) return { filters: readJson(json, faults), faults };
  if (filters.length === 0) faults.set('filters', 'Add a condition.');
  return { filters: filters.map((each) => readFilter(each, (place, why) => faults.set(place, why))), faults };
}

function readJson(json: string, faults: Map<string, string>): readonly Json[] {
  const fault = findJsonFault(json);
  const value = fault ? undefined : parseExact(json);
  if (fault) faults.set('json', describeJsonFault(fault));
  else if (Array.isArray(value)) return value as readonly Json[];
  else faults.set('json', 'It must be a list of filters.');
  return [];
}

/** The fields that a draft changes compared with the segment as the form was opened. */
export function toSegmentChanges(base: Segment, draft: SegmentDraft): SegmentsUpdateRequest {
  const { filters } = readSegment(draft);
  const groupType = draft.groupType.trim();
  return {
    ...(draft.name.trim() !== base.name && { name: draft.name.trim() }),
    ...(groupType !== base.group_type && { group_type: groupType }),
    ...(sorted(filters) !== sorted(base.filters) && { filters }),
  };
}
