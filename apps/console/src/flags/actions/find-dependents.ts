import type { Flag } from '../../gen/api.js';

/** Keys of the flags with a condition on this one. */
export function findDependents(key: string, flags: readonly Flag[]): readonly string[] {
  return flags
    .filter(({ filters }) =>
      filters?.groups.some(({ conditions }) => conditions.some((each) => each.type === 'flag' && each.key === key)),
    )
    .map((flag) => flag.key);
}
