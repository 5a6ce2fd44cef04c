import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { findLatestChanges, type LatestChangesQuery } from './audit-entries.js';

describe('the latest changes of the audit log', () => {
  let database: TemporaryDatabase;
  const [organizationId, projectId] = [randomUUID(), randomUUID()];
  const start = Date.now() - 10_000;
  /** The ID of an entry, which begins with the time of its creation. */
  const idAt = (ms: number, nth: number): string => {
    const hex = ms.toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(nth).padStart(12, '0')}`;
  };
  /** Two entries of each millisecond; of three, one has the organization alone, one is a read, and one came late. */
  const entries = Array.from({ length: 24 }, (_, nth) => {
    const at = start + Math.floor(nth / 2);
    const operation = nth % 3 === 1 ? 'persons.get' : 'flags.update';
    return {
      id: idAt(nth % 3 === 2 ? at + 5 : at, nth),
      at: new Date(at),
      operation,
      ...(nth % 3 === 0 ? {} : { projectId }),
    };
  });
  const expected = entries
    .filter(({ operation }) => operation === 'flags.update')
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    const { client } = database.relational;
    const who = { principalType: 'user', principalId: 'u1', principalName: 'Ann', requestId: 'r', sourceAddress: '' };
    for (const entry of entries) {
      await client.auditEntry.create({ data: { organizationId, target: {}, ...who, ...entry } });
      await client.auditOutcome.create({ data: { entryId: entry.id, organizationId, at: entry.at, status: 200 } });
    }
  });
  afterAll(() => database.stop());

  const find = async (more: Partial<LatestChangesQuery> = {}) => {
    const changes = await findLatestChanges(database.relational, {
      organizationId,
      projectId,
      operations: ['flags.update'],
      from: new Date(start),
      to: new Date(start + 1_000),
      limit: 100,
      after: undefined,
      checkTime: () => undefined,
      ...more,
    });
    return changes.map(({ id, at }) => ({ id, at: new Date(at) }));
  };

  it('are the same however many entries are looked through at once, also if the first look finds none', async () => {
    for (const maxEntries of [1, 2, 3, 5, 100])
      assert.deepEqual(
        (await find({ maxEntries })).map(({ id }) => id),
        expected,
        `${maxEntries} entries`,
      );
  });

  it('continue after a change, without loss or repetition', async () => {
    for (const limit of [1, 3]) {
      const seen: string[] = [];
      for (let after: LatestChangesQuery['after']; ;) {
        const page = await find({ after, limit, maxEntries: 2 });
        seen.push(...page.map(({ id }) => id));
        after = page.at(-1);
        if (page.length < limit) break;
      }
      assert.deepEqual(seen, expected);
    }
  });

  it('end with the failure of a reader that has no time for further entries', async () => {
    const checkTime = () => assert.fail('no time');
    await assert.rejects(find({ maxEntries: 1, checkTime }), /no time/);
    assert.equal((await find({ checkTime })).length, expected.length);
  });
});
