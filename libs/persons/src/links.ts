import { isLegalId } from './legal-id.js';
import { compareBytewise } from './writes.js';

/** What one event says about who is who. */
export interface IdentityFact {
  /** '' in an identify that links nothing: it only says that the distinct id is somebody known. */
  readonly anonDistinctId: string;
  readonly distinctId: string;
  /** Nanoseconds since 1970. */
  readonly time: bigint;
  readonly messageId: string;
  /** Somebody took this link back; that the distinct id is known stays true. */
  readonly isUndone?: boolean;
}

/**
 * What became of the link a fact asks for. `same_person`: both were one person already. `already_identified`: the anonymous id belongs
 * to a person who is known under another id. `too_many_aliases`: the person, or the id, has as many as it may.
 */
export type Verdict = 'linked' | 'same_person' | 'undone' | 'illegal_id' | 'already_identified' | 'too_many_aliases';

export interface Resolution<Fact> {
  /** The canonical distinct id of an id; an id without links is its own. */
  readonly canonicalOf: (distinctId: string) => string;
  /** By linked id: the fact that linked it, to which other id of the person. */
  readonly linkOf: ReadonlyMap<string, Fact>;
  /** Of the first fact of each pair of ids that asks for a link; one that repeats it changes nothing. */
  readonly verdicts: ReadonlyMap<Fact, Verdict>;
}

/** Aliases a person may have beside its canonical distinct id; also how many links to one id are looked at. */
export const MAX_ALIASES = 1_000;

/**
 * Who is who, from a set of facts: the order in which they are given does not matter.
 *
 * Facts are judged by (time, message id). A link attaches an anonymous id to a known one. An id that any fact has named as its distinct id
 * is known from then on, so it never becomes an alias of somebody else: two known persons do not merge, whatever arrives. Hence
 * each id has at most one link, its first, the links of a person form a tree, and the root is the canonical distinct id.
 */
export function resolveLinks<Fact extends IdentityFact>(
  facts: Iterable<Fact>,
  maxAliases = MAX_ALIASES,
): Resolution<Fact> {
  const linkOf = new Map<string, Fact>();
  const verdicts = new Map<Fact, Verdict>();
  const known = new Set<string>();
  const decided = new Set<string>();
  const askedOf = new Map<string, number>();
  const aliases = new Map<string, number>();

  const canonicalOf = (id: string): string => {
    let root = id;
    for (let link = linkOf.get(root); link; link = linkOf.get(root)) root = link.distinctId;
    return root;
  };

  const judge = (fact: Fact): Verdict => {
    const { anonDistinctId, distinctId } = fact;
    if (fact.isUndone) return 'undone';
    if (!isLegalId(anonDistinctId) || !isLegalId(distinctId)) return 'illegal_id';
    const asked = (askedOf.get(distinctId) ?? 0) + 1;
    askedOf.set(distinctId, asked);
    const root = canonicalOf(distinctId);
    if (canonicalOf(anonDistinctId) === root) return 'same_person';
    if (known.has(anonDistinctId) || decided.has(anonDistinctId)) return 'already_identified';
    decided.add(anonDistinctId);
    const count = aliases.get(root) ?? 0;
    if (asked > maxAliases || count >= maxAliases) return 'too_many_aliases';
    aliases.set(root, count + 1);
    linkOf.set(anonDistinctId, fact);
    return 'linked';
  };

  for (const fact of firstOfEachPair(facts).sort(compareFacts)) {
    if (asksForLink(fact)) verdicts.set(fact, judge(fact));
    known.add(fact.distinctId);
  }
  return { canonicalOf, linkOf, verdicts };
}

/** The same link asked for again says nothing new; taken back it stays, however often it is asked for. */
function firstOfEachPair<Fact extends IdentityFact>(facts: Iterable<Fact>): Fact[] {
  const first = new Map<string, Fact>();
  const precedes = (a: Fact, b: Fact): boolean =>
    a.isUndone === b.isUndone ? compareFacts(a, b) < 0 : a.isUndone === true;
  for (const fact of facts) {
    const pair = pairOf(fact);
    const other = first.get(pair);
    if (!other || precedes(fact, other)) first.set(pair, fact);
  }
  return [...first.values()];
}

export function pairOf({ anonDistinctId, distinctId }: IdentityFact): string {
  return JSON.stringify([anonDistinctId, distinctId]);
}

export function asksForLink({ anonDistinctId, distinctId }: IdentityFact): boolean {
  return anonDistinctId !== '' && anonDistinctId !== distinctId;
}

/** The total order in which facts are judged. */
export function compareFacts(a: IdentityFact, b: IdentityFact): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  return (
    compareBytewise(a.messageId, b.messageId) ||
    compareBytewise(a.anonDistinctId, b.anonDistinctId) ||
    compareBytewise(a.distinctId, b.distinctId)
  );
}
