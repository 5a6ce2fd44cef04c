/** A distinct ID of a person and its figures. */
export interface SeenAlias {
  readonly distinctId: string;
  readonly isIdentified: boolean;
  /** Nanoseconds from its first to its last event. */
  readonly knownFor: bigint;
}

/**
 * The distinct ID that represents a person in lists: one that looks like an e-mail address, else an identified ID, else
 * the one known longest, else the first in alphabetical order. `fallback` if the person has no alias.
 */
export function preferredDistinctId(aliases: readonly SeenAlias[], fallback: string): string {
  return aliases.toSorted(compare)[0]?.distinctId ?? fallback;
}

const E_MAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@.]+$/;

function compare(a: SeenAlias, b: SeenAlias): number {
  return (
    Number(E_MAIL.test(b.distinctId)) - Number(E_MAIL.test(a.distinctId)) ||
    Number(b.isIdentified) - Number(a.isIdentified) ||
    Math.sign(Number(b.knownFor - a.knownFor)) ||
    (a.distinctId < b.distinctId ? -1 : 1)
  );
}
