import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { resolveLinks } from '@svc/persons';
import { sql, uint32 } from '@svc/reading/statement';
import { ampleBudget } from '@svc/reading/testing';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { rounds } from '@svc/test-servers';
import fc from 'fast-check';
import type { NewFact } from './identity.repository.js';
import { PersonResolver } from './resolver.js';

const IDS = ['a', 'b', 'c', 'd', 'e', '\u{1F4A3}', '\uFF5E', 'guest', "'; --"];
const facts: fc.Arbitrary<NewFact> = fc.record({
  anonDistinctId: fc.constantFrom('', ...IDS),
  distinctId: fc.constantFrom(...IDS),
  time: fc.bigInt({ min: -1n, max: 5n }),
  messageId: fc.constantFrom('m', '\u{1F4A3}', '\uFF5E'),
  event: fc.constant('identify'),
});

describe('the identity resolver', () => {
  let engine: SharedStore;
  let database: TemporaryDatabase;
  let projects = 0;
  beforeAll(async () => {
    [engine, database] = await Promise.all([sharedStore(), startTemporaryDatabase({ poolSize: 6 })]);
  });
  afterAll(() => Promise.all([engine[Symbol.asyncDispose](), database.stop()]));

  const resolver = () => new PersonResolver(database.relational, engine.store, Date.now);

  const kept = async (projectNumber: number) => {
    const rows = await database.relational.client.personAlias.findMany({ where: { projectNumber } });
    return new Map(rows.map((row) => [row.distinctId, row.canonicalDistinctId]));
  };
  const counted = async (projectNumber: number) => {
    const rows = await engine.store.query<{ distinct_id: string; canonical_distinct_id: string }>(
      ampleBudget().statement(sql`SELECT distinct_id, canonical_distinct_id FROM person_overrides FINAL
        WHERE project_number = ${uint32(projectNumber)} AND distinct_id != canonical_distinct_id`),
    );
    return new Map(rows.map((row) => [row.distinct_id, row.canonical_distinct_id]));
  };
  const sorted = (map: ReadonlyMap<string, string>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

  it('returns the same links for any order, number of processes and repetition', async () => {
    const scenes = fc
      .array(facts, { minLength: 1, maxLength: 12 })
      .chain((all) =>
        fc.tuple(fc.constant(all), fc.array(fc.array(fc.constantFrom(...all), { maxLength: 5 }), { maxLength: 4 })),
      );
    await fc.assert(
      fc.asyncProperty(scenes, async ([all, batches]) => {
        const project = ++projects;
        await Promise.all([...batches, all].map((batch) => resolver().take(project, batch)));
        const { getCanonicalId } = resolveLinks(all);
        const expected = new Map(
          IDS.map((id) => [id, getCanonicalId(id)] as const).filter(([id, canonical]) => id !== canonical),
        );
        assert.deepEqual(sorted(await kept(project)), sorted(expected));
        assert.deepEqual(sorted(await counted(project)), sorted(expected));
      }),
      { numRuns: rounds(12) },
    );
  });

  it('stores with each link the event that created it, and with each refusal its reason', async () => {
    const project = ++projects;
    const fact = (anonDistinctId: string, distinctId: string, time: bigint, event = 'identify') => ({
      anonDistinctId,
      distinctId,
      time,
      messageId: `m${time}`,
      event,
    });
    await resolver().take(project, [fact('device', 'bob', 20n), fact('guest', 'ann', 30n)]);
    await resolver().take(project, [fact('device', 'ann', 10n, 'signed_up')]);
    const rows = await database.relational.client.identityFact.findMany({
      where: { projectNumber: project },
      orderBy: { time: 'asc' },
    });
    assert.deepEqual(
      rows.map(({ anonDistinctId, distinctId, event, verdict }) => [anonDistinctId, distinctId, event, verdict]),
      [
        ['device', 'ann', 'signed_up', 'linked'],
        ['device', 'bob', 'identify', 'already_identified'],
        ['guest', 'ann', 'identify', 'illegal_id'],
      ],
    );
    assert.deepEqual(sorted(await counted(project)), [['device', 'ann']]);
  });

  it('writes nothing twice: a repeated batch leaves the version of every override as it is', async () => {
    const project = ++projects;
    const batch = [{ anonDistinctId: 'x', distinctId: 'y', time: 1n, messageId: 'm', event: 'identify' }];
    const versions = () =>
      engine.store.query(
        ampleBudget().statement(sql`SELECT version FROM person_overrides WHERE project_number = ${uint32(project)}`),
      );
    await resolver().take(project, batch);
    const first = await versions();
    assert.equal(first.length, 1);
    await resolver().take(project, batch);
    assert.deepEqual(await versions(), first);
  });
});
