/** A distinct id of a person and what is known of it. */
export interface SeenAlias {
  readonly distinctId: string;
  readonly isIdentified: boolean;
  /** Nanoseconds from its first to its last event. */
  readonly knownFor: bigint;
}

/**
 * The distinct id by which people know the person: what looks like an e-mail address before an identified id, before the one that was
 * known longest, before the first by name. `fallback` where there is none.
 */
export function mostRecognisable(aliases: readonly SeenAlias[], fallback: string): string {
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
