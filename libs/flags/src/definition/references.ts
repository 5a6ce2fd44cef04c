import { LIMITS, type ConditionType, type FlagDefinition } from './definition.js';
import type { Violation } from './validate.js';

/**
 * Checks the flags and cohorts that a flag refers to, given all flags of its project including this one: they exist,
 * and chains of prerequisites end after at most five steps.
 */
export function checkReferences(
  flag: FlagDefinition,
  flags: ReadonlyMap<string, FlagDefinition>,
  cohorts: ReadonlySet<string>,
): Violation[] {
  const found: Violation[] = [];
  for (const { path, type, key } of references(flag)) {
    if (type === 'cohort' && !cohorts.has(key)) found.push({ path, reason: 'is not a cohort of the project' });
    if (type === 'flag' && !flags.has(key)) found.push({ path, reason: 'is not a flag of the project' });
    if (type === 'flag' && reaches(key, flag.key, flags))
      found.push({ path, reason: 'depends on this flag, directly or through other flags' });
  }
  const known = new Map<string, number>();
  const isDeep = [...flags.keys()].some((key) => depth(key, flags, known) > LIMITS.dependencyDepth);
  if (found.length === 0 && isDeep)
    found.push({ path: 'filters.groups', reason: `creates a chain of flags longer than ${LIMITS.dependencyDepth}` });
  return found;
}

/** The flags whose conditions refer to this one. */
export function dependents(key: string, flags: Iterable<FlagDefinition>): string[] {
  const found: string[] = [];
  for (const flag of flags) {
    if (referencedKeys(flag, 'flag').includes(key)) found.push(flag.key);
  }
  return found;
}

/** The keys that conditions of one type refer to, each once. */
export function referencedKeys({ filters }: FlagDefinition, type: ConditionType): string[] {
  const conditions = filters.groups.flatMap((group) => group.conditions);
  return [...new Set(conditions.filter((condition) => condition.type === type).map(({ key }) => key))];
}

function references({ filters }: FlagDefinition) {
  return filters.groups.flatMap(({ conditions }, group) =>
    conditions.map(({ type, key }, index) => ({
      path: `filters.groups[${group}].conditions[${index}].key`,
      type,
      key,
    })),
  );
}

function prerequisites(key: string, flags: ReadonlyMap<string, FlagDefinition>): string[] {
  const flag = flags.get(key);
  return flag ? referencedKeys(flag, 'flag') : [];
}

function reaches(from: string, to: string, flags: ReadonlyMap<string, FlagDefinition>): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (key === to) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    open.push(...prerequisites(key, flags));
  }
  return false;
}

/** The length of the longest chain of prerequisites; there must be no cycle. */
function depth(key: string, flags: ReadonlyMap<string, FlagDefinition>, known: Map<string, number>): number {
  const before = known.get(key);
  if (before !== undefined) return before;
  known.set(key, 0);
  const deepest = Math.max(0, ...prerequisites(key, flags).map((next) => 1 + depth(next, flags, known)));
  known.set(key, deepest);
  return deepest;
}
