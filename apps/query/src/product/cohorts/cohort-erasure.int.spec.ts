import assert from 'node:assert/strict';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { testProjectId } from '../../customers/persons/persons.fixture.js';
import { Erasables } from '../../erasure/index.js';
import { CohortErasure } from './cohort-erasure.js';
import { COHORT_BUILDS } from './cohort-jobs.js';
import { CohortMembersRepository } from './cohort-members.repository.js';
import { CohortsRepository } from './cohorts.repository.js';
import { GenerationsRepository } from './generations.repository.js';

const NOW = new Date();

describe('CohortErasure', () => {
  let database: TemporaryDatabase;
  let members: CohortMembersRepository;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    members = new CohortMembersRepository(database.relational);
  });
  afterAll(() => database.stop());

  /** A cohort with two members, whose next generation a process builds. */
  const addCohort = async (project: number): Promise<string> => {
    const { client } = database.relational;
    const { id } = await client.cohort.create({
      data: {
        projectId: testProjectId(project),
        projectNumber: project,
        retentionDays: 30,
        name: 'all',
        description: '',
        kind: 'property',
        createdAt: NOW,
        updatedAt: NOW,
        members: { create: ['ann', 'bob'].map((distinctId) => ({ generation: 1, distinctId })) },
      },
    });
    await new GenerationsRepository(database.relational, members).start(id, NOW, client);
    await client.job.updateMany({
      where: { projectId: testProjectId(project) },
      data: { attempts: 2, leaseToken: 2, leaseUntil: NOW },
    });
    return id;
  };
  const readState = async (id: string) => {
    const { client } = database.relational;
    const job = await client.job.findFirst({ where: { queue: COHORT_BUILDS.name, key: `${id}/1` } });
    return { members: await members.list(id, 1, undefined, 10), attempts: job?.attempts, lease: job?.leaseUntil };
  };

  it('removes the person from the cohorts of the project and restarts their builds', async () => {
    const erasables = new Erasables();
    new CohortErasure(new CohortsRepository(database.relational), members, erasables);
    const [own, foreign] = [await addCohort(1), await addCohort(2)];
    await erasables.erasePerson(['ann', 'phone'], { id: testProjectId(1), number: 1, retentionDays: 30 });
    assert.deepEqual(await readState(own), { members: ['bob'], attempts: 0, lease: null });
    assert.deepEqual(await readState(foreign), { members: ['ann', 'bob'], attempts: 2, lease: NOW });
  });
});
