import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { ConfigEntriesRepository, type EntryContent } from './config-entries.repository.js';

const CONTENT: EntryContent = { configType: 'string', value: 'x', sealed: null, updatedBy: 'k', updatedAt: new Date() };

describe('the entries of a project', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(() => database.stop());

  const scene = async (existing: number) => {
    const projectId = randomUUID();
    const repository = new ConfigEntriesRepository(database.relational);
    const data = Array.from({ length: existing }, (_each, nth) => ({
      projectId,
      key: `old-${nth}`,
      configType: 'string',
      value: 'x',
      createdAt: new Date(),
      updatedAt: new Date(),
      updatedBy: 'k',
    }));
    await database.relational.client.configEntry.createMany({ data });
    const insert = (key: string): Promise<string> =>
      repository.insert(projectId, key, CONTENT).then(
        (entry) => (entry ? 'inserted' : 'present'),
        (error: { code: string }) => error.code,
      );
    return { insert, count: () => database.relational.client.configEntry.count({ where: { projectId } }) };
  };

  it('limits a project to 1,000 entries, however many are created at the same time', async () => {
    const { insert, count } = await scene(998);
    const results = await Promise.all(Array.from({ length: 8 }, (_each, nth) => insert(`new-${nth}`)));
    const refused = Array.from({ length: 6 }, () => 'quota_exceeded');
    assert.deepEqual(results.toSorted(), ['inserted', 'inserted', ...refused]);
    assert.equal(await count(), 1_000);
  });

  it('does not refuse an entry when another request has just created the last one under the same key', async () => {
    const { insert, count } = await scene(999);
    const results = await Promise.all(Array.from({ length: 4 }, () => insert('last')));
    assert.deepEqual(results.toSorted(), ['inserted', 'present', 'present', 'present']);
    assert.equal(await count(), 1_000);
  });
});
