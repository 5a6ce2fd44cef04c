import type { CompiledFlag } from '../compile.js';

/** The properties that the flags of a project refer to, together. */
export interface JointNeeds {
  readonly personProperties: readonly string[];
  readonly groupProperties: readonly string[];
  /** Properties that count only if a server wrote them. */
  readonly serverPersonProperties: readonly string[];
  readonly serverGroupProperties: readonly string[];
  readonly groupTypes: ReadonlySet<string>;
  readonly cohorts: readonly string[];
}

/** An inactive flag needs no properties: it is off. */
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
