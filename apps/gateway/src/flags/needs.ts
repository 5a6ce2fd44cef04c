import type { CompiledFlag } from '@svc/flags';

/** What the flags of a project look at, together. */
export interface JointNeeds {
  readonly personProperties: readonly string[];
  readonly groupProperties: readonly string[];
  /** Of which only values written by a server count. */
  readonly serverPersonProperties: readonly string[];
  readonly serverGroupProperties: readonly string[];
  readonly groupTypes: ReadonlySet<string>;
  readonly cohorts: readonly string[];
}

/** An inactive flag looks at nothing: it is off. */
export function jointNeeds(flags: readonly CompiledFlag[]): JointNeeds {
  const active = flags.filter(({ definition }) => definition.active).map(({ needs }) => needs);
  const groups = active.flatMap(({ groupProperties }) => groupProperties);
  const serverGroups = active.flatMap(({ serverGroupProperties }) => serverGroupProperties);
  return {
    personProperties: [...new Set(active.flatMap(({ personProperties }) => personProperties))],
    groupProperties: [...new Set(groups.map(({ key }) => key))],
    serverPersonProperties: [...new Set(active.flatMap(({ serverPersonProperties }) => serverPersonProperties))],
    serverGroupProperties: [...new Set(serverGroups.map(({ key }) => key))],
    groupTypes: new Set([...groups, ...serverGroups].map(({ type }) => type)),
    cohorts: [...new Set(active.flatMap(({ cohorts }) => cohorts))],
  };
}
