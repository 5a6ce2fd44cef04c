import { compareParts, type Difference, type Parts } from '../../../drafts/compare-parts.js';
import type { Cohort } from '../../../gen/api.js';
import { describeDefinition } from '../../parts/describe-condition.js';

type Named = Pick<Cohort, 'name' | 'description' | 'definition'>;

const PARTS: Parts<Named> = [
  ['Name', ({ name }) => name],
  ['Purpose', ({ description }) => description],
  ['Conditions', ({ definition }) => describeDefinition(definition)],
];

/** The parts in which a cohort differs from what was opened, or from a draft of it. */
export function compareCohorts(before: Named, now: Named, draft: Named): readonly Difference[] {
  return compareParts(PARTS, before, now, draft);
}
