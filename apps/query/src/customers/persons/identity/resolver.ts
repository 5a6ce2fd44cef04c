import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { deadline } from '@svc/config';
import { compareFacts, isValidDistinctId, relevantFacts, resolveLinks } from '@svc/persons';
import type { Relational } from '@svc/relational';
import { CLOCK, COLUMN_STORE, RELATIONAL, type Clock } from '@svc/runtime';
import { IdentityRepository, type Alias, type NewFact } from './identity.repository.js';
import { writeOverrides } from './overrides.js';

/** Timeout of a transaction that also waits for the column store. */
const TRANSACTION_MS = deadline(20_000);
const FACTS_AT_ONCE = 500;

/**
 * Stores identities. Links are a function of the set of facts (`@svc/persons`), so any process, in any order and
 * however often, computes the same. The column store is written before the relational transaction commits: if something
 * fails in between, the links are computed again from the same facts, under a higher version.
 */
@Injectable()
export class PersonResolver {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(COLUMN_STORE) private readonly columnStore: ColumnStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Processes facts of one project. Repeating it changes nothing. */
  async take(projectNumber: number, facts: readonly NewFact[]): Promise<void> {
    const first = firstOfEachPair(facts);
    for (let at = 0; at < first.length; at += FACTS_AT_ONCE) {
      const some = first.slice(at, at + FACTS_AT_ONCE).map(withInitialVerdict);
      await this.change(projectNumber, async (identities) => {
        const changed = await identities.keep(some);
        return changed.flatMap(({ anonDistinctId, distinctId }) => [anonDistinctId, distinctId]);
      });
    }
  }

  /** Applies a change and resolves the persons of the IDs that it returns. */
  async change(
    projectNumber: number,
    make: (identities: IdentityRepository) => Promise<readonly string[]>,
  ): Promise<void> {
    await this.relational.client.$transaction(
      async (transaction) => {
        const identities = new IdentityRepository(transaction, projectNumber);
        const version = await identities.lock(this.clock());
        const touched = (await make(identities)).filter((id) => id !== '');
        if (touched.length === 0) return;
        const moved = await recompute(identities, touched);
        await writeOverrides(this.columnStore, projectNumber, moved, version);
      },
      { timeout: TRANSACTION_MS },
    );
  }
}

/**
 * Writes aliases and verdicts of the persons that the IDs belonged or now belong to; returns the IDs whose person
 * changed.
 */
async function recompute(identities: IdentityRepository, touched: readonly string[]): Promise<Map<string, string>> {
  const before = await identities.findAliases(touched);
  const seeds = new Set([...touched, ...before.map(({ canonicalDistinctId }) => canonicalDistinctId)]);
  const { facts, ids } = await relevantFacts(seeds, identities);
  const { getCanonicalId, linkById, verdicts } = resolveLinks(facts);

  const old = new Map((await identities.findAliases([...ids])).map((alias) => [alias.distinctId, alias]));
  const moved = new Map<string, string>();
  const [gone, now]: [string[], Alias[]] = [[], []];
  for (const distinctId of ids) {
    const canonicalDistinctId = getCanonicalId(distinctId);
    const linkedTo = linkById.get(distinctId)?.distinctId;
    const was = old.get(distinctId);
    if ((was?.canonicalDistinctId ?? distinctId) !== canonicalDistinctId) moved.set(distinctId, canonicalDistinctId);
    else if (was?.linkedTo === linkedTo) continue;
    if (linkedTo === undefined) gone.push(distinctId);
    else now.push({ distinctId, canonicalDistinctId, linkedTo });
  }
  if (gone.length + now.length > 0) await identities.replaceAliases(gone, now);
  const rejudged = [...verdicts].filter(([fact, verdict]) => fact.isLink && fact.verdict !== verdict);
  if (rejudged.length > 0) await identities.judge(rejudged);
  return moved;
}

function firstOfEachPair(facts: readonly NewFact[]): NewFact[] {
  const first = new Map<string, NewFact>();
  for (const fact of facts.toSorted(compareFacts)) {
    const pair = JSON.stringify([fact.anonDistinctId, fact.distinctId]);
    if (!first.has(pair)) first.set(pair, fact);
  }
  return [...first.values()];
}

/**
 * Sets the verdict that holds until one is computed. None is computed for a link that is not among the first of either
 * of its IDs: the anonymous ID then belongs to another person.
 */
function withInitialVerdict(fact: NewFact) {
  const { anonDistinctId, distinctId } = fact;
  if (anonDistinctId === '' || anonDistinctId === distinctId) return { ...fact, isLink: false, verdict: null };
  const isLink = isValidDistinctId(anonDistinctId) && isValidDistinctId(distinctId);
  return { ...fact, isLink, verdict: isLink ? ('already_identified' as const) : ('illegal_id' as const) };
}
