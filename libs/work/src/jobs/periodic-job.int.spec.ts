import assert from 'node:assert/strict';
import { createLogger } from '@svc/observability';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { eventually } from '@svc/test-servers';
import { Jobs } from './jobs.js';
import { PeriodicJob, runInBatches } from './periodic-job.js';

const HOUR_MS = 3_600_000;

describe('PeriodicJob', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(() => database.stop());

  it('runs when a process starts, and again after the interval, once for all processes', async () => {
    const { relational } = database;
    const time = { nowMs: Date.parse('2026-02-01T00:00:00Z') };
    const clock = () => time.nowMs;
    const runs: number[] = [];
    const work = {
      queue: 'hourly',
      everyMs: HOUR_MS,
      run: ({ now }: { readonly now: Date }) => Promise.resolve(void runs.push(now.getTime())),
    };
    const processes = [1, 2].map(() => {
      const jobs = new Jobs(relational, undefined, clock, createLogger({ service: 'test', level: 'silent' }));
      return { jobs, periodic: new PeriodicJob(work, jobs, relational, clock) };
    });
    const start = time.nowMs;
    for (const { periodic } of processes) await periodic.onApplicationBootstrap();
    const running = processes.map(({ jobs }) => jobs.start());
    const stored = () => relational.client.job.findFirstOrThrow({ where: { queue: 'hourly' } });
    try {
      await eventually('it is rescheduled', async () => (await stored()).runAt.getTime() === start + HOUR_MS);
      assert.deepEqual(runs, [start]);
      time.nowMs += HOUR_MS;
      await eventually('it is rescheduled again', async () => (await stored()).runAt.getTime() === start + 2 * HOUR_MS);
      assert.deepEqual(runs, [start, start + HOUR_MS]);
    } finally {
      await Promise.all(running.map((job) => job.stop()));
    }
  });
});

describe('runInBatches', () => {
  it('repeats the statement until it changes fewer rows than a batch', async () => {
    const changed = [10, 10, 3, 10];
    assert.equal(await runInBatches(10, new AbortController().signal, () => Promise.resolve(changed.shift() ?? 0)), 23);
    assert.deepEqual(changed, [10]);
  });

  it('ends between two batches when the signal aborts', async () => {
    const stopping = new AbortController();
    let batches = 0;
    const endless = runInBatches(10, stopping.signal, () => {
      if (++batches === 2) stopping.abort(new Error('stopped'));
      return Promise.resolve(10);
    });
    await assert.rejects(endless, /stopped/);
    assert.equal(batches, 2);
  });
});
