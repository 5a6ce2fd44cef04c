import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { CohortUsers } from '../cohorts/cohort-users.js';
import { FlagCohorts } from './flag-cohorts.js';
import { FlagsRepository } from './flags.repository.js';

const NOW = new Date('2026-01-01T00:00:00Z');

describe('FlagCohorts', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(() => database.stop());

  it('is a user of the cohorts of its project that a flag refers to, and counts their changes', async () => {
    const { client } = database.relational;
    const flags = new FlagsRepository(database.relational);
    const users = new CohortUsers();
    new FlagCohorts(flags, users);
    const [projectId, cohortId] = [randomUUID(), randomUUID()];
    const condition = { type: 'cohort', key: 'id', value: cohortId };
    await flags.change(projectId, NOW, (tx) =>
      tx.flag.create({
        data: {
          projectId,
          key: 'beta',
          name: '',
          active: true,
          type: 'boolean',
          definition: { filters: { groups: [{ conditions: [condition] }] } },
          createdAt: NOW,
          updatedAt: NOW,
        },
      }),
    );
    assert.deepEqual(await users.find(projectId, randomUUID()), []);
    assert.deepEqual(await users.find(randomUUID(), cohortId), []);
    const found = await users.find(projectId, cohortId);
    assert.equal(found.length, 1);
    await client.$transaction(async (tx) => {
      for (const user of found) await user.noteChange(projectId, NOW, tx);
    });
    assert.deepEqual(await flags.versions([projectId]), new Map([[projectId, 2n]]));
  });
});
