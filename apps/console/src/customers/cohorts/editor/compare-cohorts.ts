import type { Cohort } from '../../../gen/api.js';
import type { Difference } from '../../conditions/conflict-dialog.js';
import { describeDefinition } from '../../parts/describe-condition.js';

type Named = Pick<Cohort, 'name' | 'description' | 'definition'>;

/** The parts of a cohort as it was opened, as it is now and as a draft would make it. */
export function compareCohorts(before: Named, now: Named, draft: Named): readonly Difference[] {
  const parts: readonly (readonly [part: string, describe: (cohort: Named) => string])[] = [
    ['Name', ({ name }) => name],
    ['Purpose', ({ description }) => description],
    ['Conditions', ({ definition }) => describeDefinition(definition)],
  ];
  return parts.map(([part, describe]) => ({
    part,
    before: describe(before),
    now: describe(now),
    draft: describe(draft),
  }));
}
