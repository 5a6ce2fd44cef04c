import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createLogger } from '@svc/observability';
import type { ProjectDeletion } from '@svc/relational';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { eventually } from '@svc/testing';
import { startProjectEraser, type ProjectEraser } from './project-eraser.js';

const logger = createLogger({ service: 'gateway', level: 'silent' });

describe('the eraser of deleted projects', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(() => database.stop());

  const client = () => database.relational.client;
  let number = 100;
  const deletion = async (): Promise<ProjectDeletion> => {
    const at = new Date();
    const row = { slug: 's', name: 'n', description: '', version: 1, createdAt: at, updatedAt: at, requestedAt: at };
    return client().projectDeletion.create({
      data: { ...row, projectId: randomUUID(), organizationId: randomUUID(), number: number++, nextAttemptAt: at },
    });
  };
  const start = (eraseTelemetry: (projectNumber: number) => Promise<boolean>): ProjectEraser =>
    startProjectEraser({ relational: database.relational, logger, clock: Date.now, pollMs: 10, eraseTelemetry });
  const isComplete = async ({ projectId }: ProjectDeletion): Promise<boolean> =>
    (await client().projectDeletion.findUnique({ where: { projectId } }))?.completedAt !== null;
  const savedSearch = (projectId: string) => {
    const at = new Date();
    const row = { name: 'x', signal: 'logs', query: {}, isShared: false, createdBy: 'x', createdAt: at, updatedAt: at };
    return client().savedSearch.create({ data: { ...row, projectId } });
  };

  it('erases the rows of the project alone from every table that has a project_id or a project_number', async () => {
    const gone = await deletion();
    const neighbour = randomUUID();
    await savedSearch(gone.projectId);
    await savedSearch(neighbour);
    const fact = { anonDistinctId: '', distinctId: 'ann', time: 1n, messageId: 'm', event: 'identify', isLink: false };
    const numbered = [gone.number, 99].map((projectNumber) => ({ ...fact, projectNumber }));
    await client().identityFact.createMany({ data: numbered });
    const numbers: number[] = [];
    const eraser = start((projectNumber) => Promise.resolve(numbers.push(projectNumber) > 0));
    await eventually('it is complete', () => isComplete(gone));
    await eraser.stop();
    assert.deepEqual(numbers, [gone.number]);
    assert.equal(await client().savedSearch.count({ where: { projectId: gone.projectId } }), 0);
    assert.equal(await client().savedSearch.count({ where: { projectId: neighbour } }), 1);
    assert.deepEqual(
      (await client().identityFact.findMany()).map(({ projectNumber }) => projectNumber),
      [99],
    );
  });

  it('lets one that fails hold up no other, and tries it again', async () => {
    const [bad, good] = [await deletion(), await deletion()];
    let failures = 0;
    const eraser = start((projectNumber) => {
      if (projectNumber !== bad.number) return Promise.resolve(true);
      failures += 1;
      return failures === 1 ? Promise.reject(new Error('store is away')) : Promise.resolve(failures > 2);
    });
    await eventually('the good one is complete', () => isComplete(good));
    await eventually('the bad one is complete', () => isComplete(bad));
    await eraser.stop();
    assert.equal(failures, 3);
  });

  it('is continued by the next process where one stopped', async () => {
    const interrupted = await deletion();
    let begun = false;
    const first = startProjectEraser({
      relational: database.relational,
      logger,
      clock: Date.now,
      pollMs: 10,
      eraseTelemetry: (_, signal) => {
        begun = true;
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
        );
      },
    });
    await eventually('it has begun', () => begun);
    await first.stop();
    assert.equal(await isComplete(interrupted), false);
    const second = start(() => Promise.resolve(true));
    await eventually('it is complete', () => isComplete(interrupted));
    await second.stop();
  });

  it('gives each deletion to one process at a time', async () => {
    const rows = await Promise.all(Array.from({ length: 10 }, deletion));
    const numbers: number[] = [];
    const erasers = [1, 2, 3].map(() => start((projectNumber) => Promise.resolve(numbers.push(projectNumber) > 0)));
    for (const row of rows) await eventually('it is complete', () => isComplete(row));
    await Promise.all(erasers.map((eraser) => eraser.stop()));
    assert.deepEqual(
      numbers.toSorted(),
      rows.map((row) => row.number),
    );
  });
});
