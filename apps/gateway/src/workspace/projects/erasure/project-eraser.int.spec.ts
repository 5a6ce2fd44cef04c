import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MemoryStore } from '@svc/cache';
import { createLogger } from '@svc/observability';
import type { ProjectDeletion } from '@svc/relational';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { eventually } from '@svc/testing';
import { enqueue, Jobs, type BackgroundJob } from '@svc/work';
import { ProjectEraser, type ProjectTelemetry } from './project-eraser.js';
import { PROJECT_ERASURES } from './project-erasures.js';

const ENDS = [{ topic: 'otlp.logs', partition: 3, endOffset: 2n ** 40n }];

interface Start extends Pick<ProjectTelemetry, 'clearLog'> {
  readonly clock: () => number;
  readonly checkAgainAt: Date;
}

const logger = createLogger({ service: 'gateway', level: 'silent' });

describe('ProjectEraser', () => {
  const memory = new MemoryStore();
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(async () => {
    await memory.close();
    await database.stop();
  });

  const client = () => database.relational.client;
  let number = 100;
  const deletion = async (): Promise<ProjectDeletion> => {
    const at = new Date();
    const row = { slug: 's', name: 'n', description: '', version: 1, createdAt: at, updatedAt: at, requestedAt: at };
    const project = { projectId: randomUUID(), number: number++ };
    const job = { key: project.projectId, payload: project, projectId: null, now: at };
    await enqueue(client(), PROJECT_ERASURES, job);
    return client().projectDeletion.create({ data: { ...row, ...project, organizationId: randomUUID() } });
  };
  /** A gateway of its own. */
  const start = (
    eraseRows: (projectNumber: number, signal: AbortSignal) => Promise<boolean>,
    { clock = Date.now, clearLog = () => Promise.resolve(undefined), checkAgainAt }: Partial<Start> = {},
  ): BackgroundJob => {
    const { relational } = database;
    const jobs = new Jobs(relational, memory.pubSub, clock, logger);
    const telemetry: ProjectTelemetry = {
      erase: async ({ number }, signal) => ({ complete: await eraseRows(number, signal), logEnds: ENDS, checkAgainAt }),
      clearLog,
    };
    jobs.register(PROJECT_ERASURES, new ProjectEraser({ relational, telemetry, logger, clock }));
    return jobs.start();
  };
  const isComplete = async ({ projectId }: ProjectDeletion): Promise<boolean> =>
    (await client().projectDeletion.findUnique({ where: { projectId } }))?.completedAt !== null;
  const savedSearch = (projectId: string) => {
    const at = new Date();
    const row = { name: 'x', signal: 'logs', query: {}, isShared: false, createdBy: 'x', createdAt: at, updatedAt: at };
    return client().savedSearch.create({ data: { ...row, projectId } });
  };

  it('erases the rows of the project, and of no other, from every table that has a project_id or a project_number', async () => {
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

  it('retries an erasure that fails, without delaying others', async () => {
    const [bad, good] = [await deletion(), await deletion()];
    let failures = 0;
    const eraser = start((projectNumber) => {
      if (projectNumber !== bad.number) return Promise.resolve(true);
      failures += 1;
      return failures === 1 ? Promise.reject(new Error('store unavailable')) : Promise.resolve(failures > 2);
    });
    await eventually('the good one is complete', () => isComplete(good));
    await eventually('the bad one is complete', () => isComplete(bad));
    await eraser.stop();
    assert.equal(failures, 3);
  });

  it('repeats an incomplete erasure at the time it was given', async () => {
    const gone = await deletion();
    let skew = 0;
    let calls = 0;
    const clock = () => Date.now() + skew;
    const checkAgainAt = new Date(Date.now() + 10 * 60_000);
    const eraser = start(() => Promise.resolve(++calls > 1), { clock, checkAgainAt });
    await eventually('it is asked', () => calls === 1);
    await eventually('the job waits for that time', async () => {
      const job = await client().job.findFirst({ where: { key: gone.projectId } });
      return job?.runAt.getTime() === checkAgainAt.getTime();
    });
    assert.equal(await isComplete(gone), false);
    skew = 11 * 60_000;
    await eventually('it is complete', () => isComplete(gone));
    await eraser.stop();
    assert.equal(calls, 2);
  });

  it('continues an erasure whose process stopped', async () => {
    const interrupted = await deletion();
    let begun = false;
    const first = start((_, signal) => {
      begun = true;
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
      );
    });
    await eventually('it has begun', () => begun);
    await first.stop();
    assert.equal(await isComplete(interrupted), false);
    const second = start(() => Promise.resolve(true));
    await eventually('it is complete', () => isComplete(interrupted));
    await second.stop();
  });

  it('erases each project in one process at a time', async () => {
    const rows: ProjectDeletion[] = [];
    while (rows.length < 10) rows.push(await deletion());
    const numbers: number[] = [];
    const erasers = [1, 2, 3].map(() => start((projectNumber) => Promise.resolve(numbers.push(projectNumber) > 0)));
    for (const row of rows) await eventually('it is complete', () => isComplete(row));
    await Promise.all(erasers.map((eraser) => eraser.stop()));
    assert.deepEqual(
      numbers.toSorted(),
      rows.map((row) => row.number),
    );
  });

  it('reports when nothing can be read from the event log any more, and checks again at the time it was given', async () => {
    const gone = await deletion();
    let skew = 0;
    let isCleared = false;
    const asked: unknown[] = [];
    const eraser = start(() => Promise.resolve(true), {
      clock: () => Date.now() + skew,
      clearLog: (projectNumber, ends) => {
        if (projectNumber === gone.number) asked.push(ends);
        return Promise.resolve(isCleared ? undefined : new Date(Date.now() + skew + 10 * 60_000));
      },
    });
    await eventually('the rows are erased', () => isComplete(gone));
    const clearedAt = async () =>
      (await client().projectDeletion.findUnique({ where: { projectId: gone.projectId } }))?.logClearedAt;
    await eventually('the log is asked', () => asked.length > 0);
    assert.equal(await clearedAt(), null);
    isCleared = true;
    skew += 11 * 60_000;
    await eventually('it is cleared', async () => (await clearedAt()) !== null);
    await eraser.stop();
    assert.deepEqual(asked, [ENDS, ENDS]);
  });
});
