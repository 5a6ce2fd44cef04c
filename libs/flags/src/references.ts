import { LIMITS, type ConditionType, type FlagDefinition } from './definition.js';
import type { Violation } from './validate.js';

/**
 * Checks what a flag says about other flags and cohorts, given all flags of its project with this one among them: they exist,
 * and following prerequisites ends after at most five steps.
 */
export function checkReferences(
  flag: FlagDefinition,
  flags: ReadonlyMap<string, FlagDefinition>,
  cohorts: ReadonlySet<string>,
): Violation[] {
  const found: Violation[] = [];
  for (const { path, type, key } of references(flag)) {
    if (type === 'cohort' && !cohorts.has(key)) found.push({ path, reason: 'is not a cohort of the project' });
    if (type === 'flag' && !flags.has(key)) found.push({ path, reason: 'is no flag of the project' });
    if (type === 'flag' && reaches(key, flag.key, flags)) found.push({ path, reason: 'depends on this flag in turn' });
  }
  const known = new Map<string, number>();
  const isDeep = [...flags.keys()].some((key) => depth(key, flags, known) > LIMITS.dependencyDepth);
  if (found.length === 0 && isDeep)
    found.push({ path: 'filters.groups', reason: `makes a chain of flags longer than ${LIMITS.dependencyDepth}` });
  return found;
}

/** The flags whose conditions ask for this one. */
export function dependents(key: string, flags: Iterable<FlagDefinition>): string[] {
  const found: string[] = [];
  for (const flag of flags) {
    if (keysOf(flag, 'flag').includes(key)) found.push(flag.key);
  }
  return found;
}

/** What the conditions of one type ask for, each once. */
export function keysOf({ filters }: FlagDefinition, type: ConditionType): string[] {
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
  return flag ? keysOf(flag, 'flag') : [];
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

/** Prerequisites that follow one another, at most; there must be no cycle. */
function depth(key: string, flags: ReadonlyMap<string, FlagDefinition>, known: Map<string, number>): number {
  const before = known.get(key);
  if (before !== undefined) return before;
  known.set(key, 0);
  const deepest = Math.max(0, ...prerequisites(key, flags).map((next) => 1 + depth(next, flags, known)));
  known.set(key, deepest);
  return deepest;
}
