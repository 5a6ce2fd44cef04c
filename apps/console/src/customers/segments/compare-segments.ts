import { compareParts, type Difference, type Parts } from '../../drafts/compare-parts.js';
import type { Segment } from '../../gen/api.js';
import { describeCondition } from '../parts/describe-condition.js';

type Named = Pick<Segment, 'name' | 'group_type' | 'filters'>;

/** The filters of a segment in words. */
export function describeFilters(filters: Segment['filters']): string {
  return filters.map(describeCondition).join(' and ');
}

const PARTS: Parts<Named> = [
  ['Name', ({ name }) => name],
  ['Type', ({ group_type: type }) => type],
  ['Conditions', ({ filters }) => describeFilters(filters)],
];

/** The parts in which a segment differs from what was opened, or from a draft of it. */
export function compareSegments(before: Named, now: Named, draft: Named): readonly Difference[] {
  return compareParts(PARTS, before, now, draft);
}
