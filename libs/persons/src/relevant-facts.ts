import { requestsLink, compareFacts, MAX_ALIASES, toPairKey, type IdentityFact } from './links.js';

/** Looks facts up. Every method returns at most a few rows per ID, however many facts name it. */
export interface FactSource<Fact extends IdentityFact> {
  /** For each ID, the first valid link that it requests as the anonymous ID and that is not undone. */
  firstLinks(ids: readonly string[]): Promise<readonly Fact[]>;
  /** For each ID, the first fact that names it as its distinct ID, including undone ones. */
  firstNamings(ids: readonly string[]): Promise<readonly Fact[]>;
  /** For each ID, the first `count` links to it that are valid and not undone. */
  linksTo(ids: readonly string[], count: number): Promise<readonly Fact[]>;
}

/**
 * The facts that determine the persons of some IDs: resolving them alone gives these IDs, and all other IDs of their
 * persons, the same results as resolving everything. A kiosk on which a hundred thousand users signed in costs as much
 * as one user.
 */
export async function relevantFacts<Fact extends IdentityFact>(
  ids: Iterable<string>,
  source: FactSource<Fact>,
  maxAliases = MAX_ALIASES,
): Promise<{ readonly facts: readonly Fact[]; readonly ids: ReadonlySet<string> }> {
  const facts = new Map<string, Fact>();
  const addFacts = (found: readonly Fact[]): void => {
    for (const fact of found) facts.set(toPairKey(fact), fact);
  };
  const candidates = new Map<string, Fact | undefined>();
  const persons = new Set<string>();

  /** Finds the link that each ID may have: its first, unless the ID was known before. */
  const findLinks = async (found: readonly string[]): Promise<void> => {
    const unseen = [...new Set(found)].filter((id) => !candidates.has(id));
    if (unseen.length === 0) return;
    const [links, namings] = await Promise.all([source.firstLinks(unseen), source.firstNamings(unseen)]);
    const firstNamingById = new Map(namings.map((fact) => [fact.distinctId, fact]));
    for (const id of unseen) candidates.set(id, undefined);
    addFacts([...links, ...namings]);
    for (const link of links) {
      const naming = firstNamingById.get(link.anonDistinctId);
      const isKnown = naming !== undefined && compareFacts(naming, link) < 0;
      if (requestsLink(link) && !isKnown) candidates.set(link.anonDistinctId, link);
    }
  };

  for (let next = [...new Set(ids)]; next.length > 0;) {
    for (const id of next) persons.add(id);
    const linksTo = await source.linksTo(next, maxAliases);
    await findLinks([...next, ...linksTo.map(({ anonDistinctId }) => anonDistinctId)]);
    addFacts(linksTo);
    const upwards = next.flatMap((id) => candidates.get(id)?.distinctId ?? []);
    const downwards = linksTo
      .filter((link) => candidates.get(link.anonDistinctId)?.distinctId === link.distinctId)
      .map(({ anonDistinctId }) => anonDistinctId);
    next = [...new Set([...upwards, ...downwards])].filter((id) => !persons.has(id));
  }
  return { facts: [...facts.values()], ids: persons };
}
