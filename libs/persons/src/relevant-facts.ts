import { asksForLink, compareFacts, MAX_ALIASES, pairOf, type IdentityFact } from './links.js';

/** Where facts are looked up. Every answer is at most a few rows for each id, however many facts name it. */
export interface FactSource<Fact extends IdentityFact> {
  /** For each id, the first link that it asks for as the anonymous one and that is legal and not undone. */
  firstLinks(ids: readonly string[]): Promise<readonly Fact[]>;
  /** For each id, the first fact that names it as its distinct id, undone ones too. */
  firstNamings(ids: readonly string[]): Promise<readonly Fact[]>;
  /** For each id, the first `count` links to it that are legal and not undone. */
  linksTo(ids: readonly string[], count: number): Promise<readonly Fact[]>;
}

/**
 * The facts that decide about the persons of some ids: resolving them alone gives these ids, and all others of their persons, the
 * verdicts that resolving everything would. A kiosk that a hundred thousand people signed in at costs what one of them costs.
 */
export async function relevantFacts<Fact extends IdentityFact>(
  ids: Iterable<string>,
  source: FactSource<Fact>,
  maxAliases = MAX_ALIASES,
): Promise<{ readonly facts: readonly Fact[]; readonly ids: ReadonlySet<string> }> {
  const facts = new Map<string, Fact>();
  const keep = (found: readonly Fact[]): void => {
    for (const fact of found) facts.set(pairOf(fact), fact);
  };
  const candidates = new Map<string, Fact | undefined>();
  const persons = new Set<string>();

  /** Finds the link each id may have: its first, unless the id was known before. */
  const look = async (found: readonly string[]): Promise<void> => {
    const unseen = [...new Set(found)].filter((id) => !candidates.has(id));
    if (unseen.length === 0) return;
    const [links, namings] = await Promise.all([source.firstLinks(unseen), source.firstNamings(unseen)]);
    const namingOf = new Map(namings.map((fact) => [fact.distinctId, fact]));
    for (const id of unseen) candidates.set(id, undefined);
    keep([...links, ...namings]);
    for (const link of links) {
      const naming = namingOf.get(link.anonDistinctId);
      const isKnown = naming !== undefined && compareFacts(naming, link) < 0;
      if (asksForLink(link) && !isKnown) candidates.set(link.anonDistinctId, link);
    }
  };

  for (let next = [...new Set(ids)]; next.length > 0;) {
    for (const id of next) persons.add(id);
    const linksTo = await source.linksTo(next, maxAliases);
    await look([...next, ...linksTo.map(({ anonDistinctId }) => anonDistinctId)]);
    keep(linksTo);
    const upwards = next.flatMap((id) => candidates.get(id)?.distinctId ?? []);
    const downwards = linksTo
      .filter((link) => candidates.get(link.anonDistinctId)?.distinctId === link.distinctId)
      .map(({ anonDistinctId }) => anonDistinctId);
    next = [...new Set([...upwards, ...downwards])].filter((id) => !persons.has(id));
  }
  return { facts: [...facts.values()], ids: persons };
}
