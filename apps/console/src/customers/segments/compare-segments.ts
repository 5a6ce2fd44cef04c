import type { Segment } from '../../gen/api.js';
import type { Difference } from '../conditions/conflict-dialog.js';
import { describeCondition } from '../parts/describe-condition.js';

type Named = Pick<Segment, 'name' | 'group_type' | 'filters'>;

/** The filters of a segment in words. */
export function describeFilters(filters: Segment['filters']): string {
  return filters.map(describeCondition).join(' and ');
}

/** The parts of a segment as it was opened, as it is now and as a draft would make it. */
export function compareSegments(before: Named, now: Named, draft: Named): readonly Difference[] {
  const parts: readonly (readonly [part: string, describe: (segment: Named) => string])[] = [
    ['Name', ({ name }) => name],
    ['Type', ({ group_type: type }) => type],
    ['Conditions', ({ filters }) => describeFilters(filters)],
  ];
  return parts.map(([part, describe]) => ({
    part,
    before: describe(before),
    now: describe(now),
    draft: describe(draft),
  }));
}
