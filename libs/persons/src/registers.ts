import { compareWrites, type PropertyWrite } from './writes.js';

/**
 * What must be known of all writes to one key. Merging two registers is commutative, associative and idempotent, so writes may
 * arrive in any order and any number of times, and at any of a person's ids.
 */
export interface Register {
  /** The greatest set or unset. */
  readonly latest?: PropertyWrite | undefined;
  /** The least set_once. */
  readonly earliest?: PropertyWrite | undefined;
}

export type RegistersByKey = ReadonlyMap<string, Register>;

export function registerOf(write: PropertyWrite): Register {
  return write.op === 'set_once' ? { earliest: write } : { latest: write };
}

export function mergeRegisters(a: Register, b: Register): Register {
  return {
    latest: chosen(a.latest, b.latest, (order) => order > 0),
    earliest: chosen(a.earliest, b.earliest, (order) => order < 0),
  };
}

/**
 * Canonical JSON of the key's value, `null` being one; undefined when it has none. A set or unset supersedes every set_once, also an
 * earlier one and also when it deletes.
 */
export function valueOf({ latest, earliest }: Register): string | undefined {
  if (latest) return latest.op === 'set' ? latest.value : undefined;
  return earliest?.value;
}

/** Properties of somebody with several ids: one map of registers each. */
export function foldProperties(ofIds: Iterable<RegistersByKey>): Map<string, string> {
  const merged = new Map<string, Register>();
  for (const registers of ofIds) {
    for (const [key, register] of registers) merged.set(key, mergeRegisters(merged.get(key) ?? {}, register));
  }
  const properties = new Map<string, string>();
  for (const [key, register] of merged) {
    const value = valueOf(register);
    if (value !== undefined) properties.set(key, value);
  }
  return properties;
}

function chosen(
  a: PropertyWrite | undefined,
  b: PropertyWrite | undefined,
  wins: (orderOfFirst: number) => boolean,
): PropertyWrite | undefined {
  if (!a || !b) return a ?? b;
  return wins(compareWrites(b, a)) ? b : a;
}
