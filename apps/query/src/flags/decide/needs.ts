import type { CompiledFlag } from '@svc/flags';

/** What a number of flags and their prerequisites look at, together. */
export interface JointNeeds {
  readonly personProperties: ReadonlySet<string>;
  /** Names of properties by group type. */
  readonly groupProperties: ReadonlyMap<string, ReadonlySet<string>>;
  readonly cohorts: ReadonlySet<string>;
  readonly personId: boolean;
}

export function jointNeeds(asked: Iterable<CompiledFlag>, flags: ReadonlyMap<string, CompiledFlag>): JointNeeds {
  const personProperties = new Set<string>();
  const groupProperties = new Map<string, Set<string>>();
  const cohorts = new Set<string>();
  let personId = false;
  const seen = new Set<CompiledFlag>();
  const open = [...asked];
  for (let flag = open.pop(); flag; flag = open.pop()) {
    // An inactive flag is off whatever it asks for.
    if (seen.has(flag) || !flag.definition.active) continue;
    seen.add(flag);
    const { needs } = flag;
    for (const name of needs.personProperties) personProperties.add(name);
    for (const { type, key } of needs.groupProperties) {
      groupProperties.set(type, (groupProperties.get(type) ?? new Set()).add(key));
    }
    for (const cohort of needs.cohorts) cohorts.add(cohort);
    personId ||= needs.personId;
    for (const key of needs.flags) {
      const prerequisite = flags.get(key);
      if (prerequisite) open.push(prerequisite);
    }
  }
  return { personProperties, groupProperties, cohorts, personId };
}
