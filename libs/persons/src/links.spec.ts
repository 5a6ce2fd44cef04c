import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareFacts, resolveLinks, type IdentityFact } from './links.js';
import { relevantFacts, type FactSource } from './relevant-facts.js';
import { disordered, facts } from './testing.js';
import { isValidDistinctId } from './valid-distinct-id.js';

const link = (anonDistinctId: string, distinctId: string, time: bigint, messageId = 'm'): IdentityFact => ({
  anonDistinctId,
  distinctId,
  time,
  messageId,
});
const MAX = 3;
const histories = fc.array(facts, { maxLength: 14 });

/** A second implementation: persons as sets of IDs that are merged one event at a time, in the order of the facts. */
function model(all: readonly IdentityFact[]): Map<string, string> {
  interface Person {
    readonly root: string;
    readonly ids: Set<string>;
    isIdentified: boolean;
  }
  const persons: Person[] = [];
  const of = (id: string): Person => {
    let person = persons.find(({ ids }) => ids.has(id));
    if (!person) persons.push((person = { root: id, ids: new Set([id]), isIdentified: false }));
    return person;
  };
  const wasAsked = new Set<string>();
  const requestsById = new Map<string, Set<string>>();
  for (const { anonDistinctId: anon, distinctId } of [...all].sort(compareFacts)) {
    const person = of(distinctId);
    const other = of(anon);
    const isAsked = anon !== '' && anon !== distinctId && isValidDistinctId(anon) && isValidDistinctId(distinctId);
    if (isAsked) requestsById.set(distinctId, (requestsById.get(distinctId) ?? new Set()).add(anon));
    if (isAsked && other !== person && !other.isIdentified && !wasAsked.has(anon)) {
      wasAsked.add(anon);
      const isFull = (requestsById.get(distinctId)?.size ?? 0) > MAX || person.ids.size + other.ids.size - 1 > MAX;
      if (!isFull) {
        for (const id of other.ids) person.ids.add(id);
        persons.splice(persons.indexOf(other), 1);
      }
    }
    person.isIdentified = true;
  }
  return new Map(persons.flatMap(({ root, ids }) => [...ids].map((id) => [id, root] as const)));
}

const collectIds = (all: readonly IdentityFact[]) =>
  new Set(all.flatMap((fact) => [fact.anonDistinctId, fact.distinctId]));

describe('resolveLinks', () => {
  it('equals processing the events one by one in order, however they arrive', () => {
    const arrivals = histories.chain((all) => fc.tuple(fc.constant(all), disordered(all)));
    fc.assert(
      fc.property(arrivals, ([all, arrived]) => {
        const expected = model(all);
        const { getCanonicalId } = resolveLinks(arrived, MAX);
        for (const id of collectIds(all)) assert.equal(getCanonicalId(id), expected.get(id) ?? id);
      }),
      { numRuns: 3_000 },
    );
  });

  it('links anonymous ids to the known one, also through each other', () => {
    const { getCanonicalId, verdicts } = resolveLinks([link('c', 'b', 3n), link('b', 'a', 1n), link('d', 'a', 2n)]);
    assert.deepEqual(['a', 'b', 'c', 'd', 'e'].map(getCanonicalId), ['a', 'a', 'a', 'a', 'e']);
    assert.deepEqual([...verdicts.values()], ['linked', 'linked', 'linked']);
  });

  it('never merges two known persons, and reports it', () => {
    const again = link('device', 'bob', 2n);
    const reverse = link('ann', 'bob', 4n);
    const { getCanonicalId, verdicts } = resolveLinks([link('device', 'ann', 1n), again, link('', 'bob', 3n), reverse]);
    assert.deepEqual(['device', 'ann', 'bob'].map(getCanonicalId), ['ann', 'ann', 'bob']);
    assert.equal(verdicts.get(again), 'already_identified');
    assert.equal(verdicts.get(reverse), 'already_identified');
  });

  it('lets an event from an earlier time that arrives late decide', () => {
    const late = link('', 'device', 0n);
    const { getCanonicalId } = resolveLinks([link('device', 'ann', 1n), late]);
    assert.equal(getCanonicalId('device'), 'device');
  });

  it('never links placeholder ids', () => {
    const [anon, known] = [link('guest', 'ann', 1n), link('device', 'null', 2n)];
    const { getCanonicalId, verdicts } = resolveLinks([anon, known]);
    assert.deepEqual(['guest', 'device'].map(getCanonicalId), ['guest', 'device']);
    assert.deepEqual([verdicts.get(anon), verdicts.get(known)], ['illegal_id', 'illegal_id']);
  });

  it('refuses the first alias beyond the limit', () => {
    const all = Array.from({ length: 1_001 }, (_, nth) => link(`a${nth}`, 'ann', BigInt(nth)));
    const { getCanonicalId, verdicts } = resolveLinks(all);
    assert.equal(getCanonicalId('a999'), 'ann');
    assert.equal(getCanonicalId('a1000'), 'a1000');
    assert.equal([...verdicts.values()].at(-1), 'too_many_aliases');
  });

  it('treats an undone link as an event that only makes its distinct id known', () => {
    // Message IDs and times are unique: a tie is decided by content, which differs between the two sides of the
    // comparison.
    const events = fc.uniqueArray(facts, { maxLength: 14, selector: ({ time, messageId }) => `${time} ${messageId}` });
    const scenes = events
      .filter((all) => all.length > 0)
      .chain((all) => fc.tuple(fc.constant(all), fc.constantFrom(...all)));
    fc.assert(
      fc.property(scenes, ([all, undone]) => {
        const isPair = (fact: IdentityFact) =>
          fact.anonDistinctId === undone.anonDistinctId && fact.distinctId === undone.distinctId;
        const taken = resolveLinks(
          all.map((fact) => (isPair(fact) ? { ...fact, isUndone: true } : fact)),
          MAX,
        );
        const never = resolveLinks(
          all.map((fact) => (isPair(fact) ? { ...fact, anonDistinctId: '' } : fact)),
          MAX,
        );
        for (const id of collectIds(all)) assert.equal(taken.getCanonicalId(id), never.getCanonicalId(id));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('relevantFacts', () => {
  it('gives the ids and all of their persons the same links as all facts do', async () => {
    await fc.assert(
      fc.asyncProperty(
        histories,
        fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 2 }),
        async (all, ids) => {
          const unique = [
            ...new Map(
              all
                .toSorted(compareFacts)
                .reverse()
                .map((fact) => [JSON.stringify([fact.anonDistinctId, fact.distinctId]), fact]),
            ).values(),
          ];
          const found = await relevantFacts(ids, inMemory(unique), MAX);
          const [whole, part] = [resolveLinks(unique, MAX), resolveLinks(found.facts, MAX)];
          for (const id of ids) assert.ok(found.ids.has(id));
          for (const id of collectIds(unique)) {
            const isOfThem = ids.some((other) => whole.getCanonicalId(other) === whole.getCanonicalId(id));
            if (isOfThem || found.ids.has(id)) assert.equal(part.getCanonicalId(id), whole.getCanonicalId(id));
            if (isOfThem) assert.ok(found.ids.has(id));
          }
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('returns few facts, however many users signed in on one kiosk', async () => {
    const all = Array.from({ length: 5_000 }, (_, nth) => link('kiosk', `u${nth}`, BigInt(nth)));
    const found = await relevantFacts(['u4000', 'kiosk'], inMemory(all));
    assert.ok(found.facts.length < 10);
  });
});

function inMemory(all: readonly IdentityFact[]): FactSource<IdentityFact> {
  const legal = all
    .filter((fact) => fact.anonDistinctId !== '' && fact.anonDistinctId !== fact.distinctId && !fact.isUndone)
    .filter((fact) => isValidDistinctId(fact.anonDistinctId) && isValidDistinctId(fact.distinctId));
  const first = (of: readonly IdentityFact[], matches: (fact: IdentityFact) => boolean, count: number) =>
    of.filter(matches).sort(compareFacts).slice(0, count);
  const each = (ids: readonly string[], found: (id: string) => IdentityFact[]) =>
    Promise.resolve(ids.flatMap(found).map((fact) => ({ ...fact })));
  return {
    firstLinks: (ids) => each(ids, (id) => first(legal, (fact) => fact.anonDistinctId === id, 1)),
    firstNamings: (ids) => each(ids, (id) => first(all, (fact) => fact.distinctId === id, 1)),
    linksTo: (ids, count) => each(ids, (id) => first(legal, (fact) => fact.distinctId === id, count)),
  };
}
