import { PROGRAMS } from './programs.js';
import { PROTOCOLS } from './protocols.js';

/** The most names of one attribute: each costs a search one more look-up in a record. */
export const MAX_SPELLINGS = 4;

/** All names of each renamed attribute, from the current one to the oldest. */
export const RENAMED_ATTRIBUTES: readonly (readonly [current: string, ...former: string[]])[] = [
  ...Object.entries(PROTOCOLS),
  ...Object.entries(PROGRAMS),
].map(([current, former]) => [current, ...former]);

const BY_NAME: ReadonlyMap<string, readonly [string, ...string[]]> = new Map(
  RENAMED_ATTRIBUTES.flatMap((names) => names.map((name) => [name, names] as const)),
);

/** All names of an attribute, from the current one to the oldest; the name alone if it was never renamed. */
export function spellings(name: string): readonly [string, ...string[]] {
  return BY_NAME.get(name) ?? [name];
}

/** The name that the semantic conventions use now. */
export function currentName(name: string): string {
  return spellings(name)[0];
}

/** All names of the renamed attributes of which one name begins with this text, in any case. */
export function spellingsByPrefix(prefix: string): readonly string[] {
  const start = prefix.toLowerCase();
  return RENAMED_ATTRIBUTES.filter((names) => names.some((name) => name.startsWith(start))).flat();
}
