import { compareWrites, type PropertyWrite } from './writes.js';

/**
 * The stored state of all writes to one key. Merging two registers is commutative, associative and idempotent, so
 * writes may arrive in any order and any number of times, and under any of a person's IDs.
 */
export interface Register {
  /** The last set or unset in the order of writes. */
  readonly latest?: PropertyWrite | undefined;
  /** The first set_once in the order of writes. */
  readonly earliest?: PropertyWrite | undefined;
}

export type RegistersByKey = ReadonlyMap<string, Register>;

export function toRegister(write: PropertyWrite): Register {
  return write.op === 'set_once' ? { earliest: write } : { latest: write };
}

export function mergeRegisters(a: Register, b: Register): Register {
  return {
    latest: pick(a.latest, b.latest, (order) => order > 0),
    earliest: pick(a.earliest, b.earliest, (order) => order < 0),
  };
}

/**
 * The canonical JSON of the key's value, which may be `null`; undefined if it has none. A set or unset supersedes every
 * set_once, even an earlier one and even if it deletes the property.
 */
export function registerValue({ latest, earliest }: Register): string | undefined {
  if (latest) return latest.op === 'set' ? latest.value : undefined;
  return earliest?.value;
}

/** The properties of a person with several IDs, from one map of registers per ID. */
export function foldProperties(ofIds: Iterable<RegistersByKey>): Map<string, string> {
  const merged = new Map<string, Register>();
  for (const registers of ofIds) {
    for (const [key, register] of registers) merged.set(key, mergeRegisters(merged.get(key) ?? {}, register));
  }
  const properties = new Map<string, string>();
  for (const [key, register] of merged) {
    const value = registerValue(register);
    if (value !== undefined) properties.set(key, value);
  }
  return properties;
}

function pick(
  a: PropertyWrite | undefined,
  b: PropertyWrite | undefined,
  wins: (orderOfFirst: number) => boolean,
): PropertyWrite | undefined {
  if (!a || !b) return a ?? b;
  return wins(compareWrites(b, a)) ? b : a;
}
