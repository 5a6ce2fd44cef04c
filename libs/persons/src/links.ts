import { isValidDistinctId } from './valid-distinct-id.js';
import { compareBytewise } from './writes.js';

/** A statement about identity in one event. */
export interface IdentityFact {
  /** '' in an identify that links nothing: it only makes the distinct ID known. */
  readonly anonDistinctId: string;
  readonly distinctId: string;
  /** Nanoseconds since 1970. */
  readonly time: bigint;
  readonly messageId: string;
  /** A user undid this link; the distinct ID stays known. */
  readonly isUndone?: boolean;
}

/**
 * The result of the link that a fact requests. `same_person`: both were one person already. `already_identified`: the
 * anonymous ID belongs to a person who is known under another ID. `too_many_aliases`: the person, or the ID, has
 * reached the limit.
 */
export type Verdict = 'linked' | 'same_person' | 'undone' | 'illegal_id' | 'already_identified' | 'too_many_aliases';

export interface Resolution<Fact> {
  /** Returns the canonical distinct ID of an ID; an ID without links is its own. */
  readonly getCanonicalId: (distinctId: string) => string;
  /** The fact that linked an ID to another ID of its person, by the linked ID. */
  readonly linkById: ReadonlyMap<string, Fact>;
  /** The result of the first fact of each pair of IDs that requests a link; facts that repeat it change nothing. */
  readonly verdicts: ReadonlyMap<Fact, Verdict>;
}

/**
 * The maximum number of aliases of a person besides its canonical distinct ID; also how many links to one ID are
 * considered.
 */
export const MAX_ALIASES = 1_000;

/**
 * Resolves identities from a set of facts; the order in which the facts are given does not matter.
 *
 * Facts are processed by (time, message ID). A link attaches an anonymous ID to a known one. Any ID that a fact has
 * named as its distinct ID is known from then on, so it never becomes an alias of another person: two known persons
 * never merge. Hence each ID has at most one link, its first; the links of a person form a tree, and the root is the
 * canonical distinct ID.
 */
export function resolveLinks<Fact extends IdentityFact>(
  facts: Iterable<Fact>,
  maxAliases = MAX_ALIASES,
): Resolution<Fact> {
  const linkById = new Map<string, Fact>();
  const verdicts = new Map<Fact, Verdict>();
  const known = new Set<string>();
  const decided = new Set<string>();
  const requestCountById = new Map<string, number>();
  const aliases = new Map<string, number>();

  const getCanonicalId = (id: string): string => {
    let root = id;
    for (let link = linkById.get(root); link; link = linkById.get(root)) root = link.distinctId;
    return root;
  };

  const decide = (fact: Fact): Verdict => {
    const { anonDistinctId, distinctId } = fact;
    if (fact.isUndone) return 'undone';
    if (!isValidDistinctId(anonDistinctId) || !isValidDistinctId(distinctId)) return 'illegal_id';
    const asked = (requestCountById.get(distinctId) ?? 0) + 1;
    requestCountById.set(distinctId, asked);
    const root = getCanonicalId(distinctId);
    if (getCanonicalId(anonDistinctId) === root) return 'same_person';
    if (known.has(anonDistinctId) || decided.has(anonDistinctId)) return 'already_identified';
    decided.add(anonDistinctId);
    const count = aliases.get(root) ?? 0;
    if (asked > maxAliases || count >= maxAliases) return 'too_many_aliases';
    aliases.set(root, count + 1);
    linkById.set(anonDistinctId, fact);
    return 'linked';
  };

  for (const fact of firstOfEachPair(facts).sort(compareFacts)) {
    if (requestsLink(fact)) verdicts.set(fact, decide(fact));
    known.add(fact.distinctId);
  }
  return { getCanonicalId, linkById, verdicts };
}

/** Repeating a link adds nothing, and an undone link stays undone however often it is requested again. */
function firstOfEachPair<Fact extends IdentityFact>(facts: Iterable<Fact>): Fact[] {
  const first = new Map<string, Fact>();
  const precedes = (a: Fact, b: Fact): boolean =>
    a.isUndone === b.isUndone ? compareFacts(a, b) < 0 : a.isUndone === true;
  for (const fact of facts) {
    const pair = toPairKey(fact);
    const other = first.get(pair);
    if (!other || precedes(fact, other)) first.set(pair, fact);
  }
  return [...first.values()];
}

export function toPairKey({ anonDistinctId, distinctId }: IdentityFact): string {
  return JSON.stringify([anonDistinctId, distinctId]);
}

export function requestsLink({ anonDistinctId, distinctId }: IdentityFact): boolean {
  return anonDistinctId !== '' && anonDistinctId !== distinctId;
}

/** The total order in which facts are processed. */
export function compareFacts(a: IdentityFact, b: IdentityFact): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  return (
    compareBytewise(a.messageId, b.messageId) ||
    compareBytewise(a.anonDistinctId, b.anonDistinctId) ||
    compareBytewise(a.distinctId, b.distinctId)
  );
}
