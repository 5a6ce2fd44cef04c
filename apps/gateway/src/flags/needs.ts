import type { CompiledFlag } from '@svc/flags';

/** What the flags of a project look at, together. */
export interface JointNeeds {
  readonly personProperties: readonly string[];
  readonly groupProperties: readonly string[];
  readonly groupTypes: ReadonlySet<string>;
  readonly cohorts: readonly string[];
}

/** An inactive flag looks at nothing: it is off. */
export function jointNeeds(flags: readonly CompiledFlag[]): JointNeeds {
  const active = flags.filter(({ definition }) => definition.active).map(({ needs }) => needs);
  const groups = active.flatMap(({ groupProperties }) => groupProperties);
  return {
    personProperties: [...new Set(active.flatMap(({ personProperties }) => personProperties))],
    groupProperties: [...new Set(groups.map(({ key }) => key))],
    groupTypes: new Set(groups.map(({ type }) => type)),
    cohorts: [...new Set(active.flatMap(({ cohorts }) => cohorts))],
  };
}
