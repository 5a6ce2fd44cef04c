import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { MemoryStore } from '@svc/cache';
import { createLogger, createMetrics } from '@svc/observability';
import type { Transaction } from '@svc/relational';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { ServiceError } from '@svc/service-error';
import { eventually, pace } from '@svc/test-servers';
import type { BackgroundJob } from '../background-job.js';
import { enqueue, Jobs, LeaseLostError, Queue, restartJobs, type Job, type JobContext } from '../index.js';

type Payload = { readonly nth: number };

const LOGGER = createLogger({ service: 'jobs', level: 'silent' });
const PROJECT = '01900000-0000-7000-8000-000000000001';
const LEASE_MS = 60_000;

describe('jobs', () => {
  let database: TemporaryDatabase;
  let memory: MemoryStore;
  /** Clock of all workers except those of the killed process; it only moves when a test moves it. */
  let nowMs = Date.now();
  let number = 0;
  const started: BackgroundJob[] = [];
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    memory = new MemoryStore();
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((job) => job.stop()));
    await database.relational.client.job.deleteMany();
  });
  afterAll(async () => {
    await memory.close();
    await database.stop();
  });

  const newQueue = (options: Partial<ConstructorParameters<typeof Queue>[0]> = {}): Queue<Payload> =>
    new Queue<Payload>({ name: `queue-${++number}`, pollMs: 20, leaseMs: LEASE_MS, ...options });
  const newJobs = (clock = () => nowMs): Jobs => new Jobs(database.relational, memory.pubSub, clock, LOGGER);
  const ignore = (): Promise<void> => Promise.resolve();
  /** A worker like that of a process of its own. */
  const startWorker = (
    queue: Queue<Payload>,
    handle: (context: JobContext<Payload>) => Promise<Date | void>,
    onExhausted: (job: Job<Payload>, error: string, tx: Transaction) => Promise<void> = ignore,
  ): BackgroundJob => {
    const jobs = newJobs();
    jobs.register(queue, { handle, onExhausted });
    const job = jobs.start();
    started.push(job);
    return job;
  };
  const add = (
    queue: Queue<Payload>,
    key = 'a',
    nth = 0,
    runAt = new Date(nowMs),
    projectId: string | null = PROJECT,
  ): Promise<void> =>
    database.relational.client.$transaction((tx) =>
      enqueue(tx, queue, { key, payload: { nth }, projectId, runAt, now: new Date(nowMs) }),
    );
  const rows = (queue: Queue<Payload>) =>
    database.relational.client.job.findMany({ where: { queue: queue.name }, orderBy: { key: 'asc' } });
  const isEmpty = (queue: Queue<Payload>) => async () => (await rows(queue)).length === 0;
  const write = ({ fence }: JobContext<Payload>, key: string): Promise<unknown> =>
    database.relational.client.$transaction(async (tx) => {
      await fence(tx);
      await enqueue(tx, WRITTEN, { key, payload: { nth: 0 }, projectId: null, now: new Date(nowMs) });
    });
  const written = async (): Promise<string[]> => (await rows(WRITTEN)).map(({ key }) => key);
  /** Rows that fenced transactions of handlers write; no worker reads them. */
  const WRITTEN = new Queue<Payload>({ name: 'written' });
  const aborted = (signal: AbortSignal): Promise<never> =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    );

  it('takes a job over from a worker that died while the clock was ahead', async () => {
    const queue = newQueue();
    await add(queue);
    const claimed = await database.relational.client.job.updateMany({
      where: { queue: queue.name },
      data: { leaseUntil: new Date(nowMs + 3_600_000), leaseToken: { increment: 1 } },
    });
    assert.equal(claimed.count, 1);
    let runs = 0;
    startWorker(queue, () => {
      runs += 1;
      return ignore();
    });
    await eventually('the job has run', () => runs === 1);
  });

  it('runs every job once while several workers share a queue', async () => {
    const queue = newQueue({ concurrency: 3 });
    for (let nth = 0; nth < 40; nth++) await add(queue, `key ${nth}`, nth);
    const runs: number[] = [];
    let running = 0;
    let mostRunning = 0;
    const handle = async ({ job }: JobContext<Payload>): Promise<void> => {
      mostRunning = Math.max(mostRunning, ++running);
      await pace(5);
      runs.push(job.payload.nth);
      running--;
    };
    for (let nth = 0; nth < 3; nth++) startWorker(queue, handle);
    await eventually('all jobs have run', isEmpty(queue));
    assert.deepEqual(
      runs.toSorted((a, b) => a - b),
      Array.from({ length: 40 }, (_, nth) => nth),
    );
    assert.ok(mostRunning <= 9, `${mostRunning} at the same time`);
  });

  it('lets projects have turns, so that one with a backlog does not delay the others', async () => {
    const queue = newQueue();
    const other = '01900000-0000-7000-8000-000000000002';
    const owners = [...Array.from({ length: 20 }, () => PROJECT), other, null];
    for (const [nth, owner] of owners.entries()) await add(queue, `${nth}`, nth, new Date(nowMs - 1_000 + nth), owner);
    const order: (string | null)[] = [];
    startWorker(queue, ({ job }) => {
      order.push(job.projectId);
      return ignore();
    });
    await eventually('all jobs have run', isEmpty(queue));
    assert.deepEqual(order.slice(0, 3), [PROJECT, other, null]);
    assert.equal(order.length, owners.length);
  });

  it('leaves places of a queue to other projects while jobs of one do not end', async () => {
    const queue = newQueue({ concurrency: 4, share: 2 });
    for (const nth of [0, 1, 2, 3]) await add(queue, `stuck-${nth}`, nth, new Date(nowMs - 1_000));
    let isEnded = false;
    startWorker(queue, ({ job, signal }) => {
      if (job.projectId === PROJECT) return aborted(signal);
      isEnded = true;
      return ignore();
    });
    const running = async () => (await rows(queue)).filter(({ leaseUntil }) => leaseUntil !== null).length;
    await eventually('two jobs run', async () => (await running()) === 2);
    await add(queue, 'quick', 9, new Date(nowMs), '01900000-0000-7000-8000-000000000002');
    await eventually('the job of the other project has run', () => isEnded);
    // Its row says so a moment after its handler ends.
    await eventually('the two jobs still run', async () => (await running()) === 2);
  });

  it('runs the jobs of one queue while another queue is busy', async () => {
    const [busy, idle] = [newQueue(), newQueue()];
    const jobs = newJobs();
    const done: string[] = [];
    jobs.register(busy, { handle: ({ signal }) => aborted(signal) });
    jobs.register(idle, { handle: ({ job }) => Promise.resolve(void done.push(job.key)) });
    await add(busy);
    started.push(jobs.start());
    await add(idle);
    await eventually('the job has run', isEmpty(idle));
    assert.deepEqual(done, ['a']);
  });

  it('takes a job over after the lease of a process that was killed', async () => {
    const queue = newQueue({ leaseMs: 500 });
    await add(queue);
    const fixture = path.join(import.meta.dirname, 'claim-forever.fixture.js');
    const child = spawn(process.execPath, [fixture, database.url, queue.name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const [claimed] = await rows(queue);
    const leaseUntil = Number(claimed?.leaseUntil);
    const attempts: string[] = [];
    nowMs = leaseUntil - 1;
    startWorker(queue, ({ job }) => Promise.resolve(void attempts.push(`${job.key} ${job.attempts}`)));
    await add(queue, 'later');
    await eventually('a later job has run', () => attempts.length > 0);
    assert.deepEqual(attempts, ['later 1'], 'the lease is respected');
    nowMs = leaseUntil;
    await eventually('the job was taken over', isEmpty(queue));
    assert.deepEqual(attempts, ['later 1', 'a 2']);
  });

  it('refuses writes of a worker that was paused while another one took over', async () => {
    const queue = newQueue();
    await add(queue);
    let resume: () => void = () => {};
    const paused = new Promise<void>((resolve) => (resume = resolve));
    let outcome: unknown;
    const first = startWorker(queue, async (context) => {
      await write(context, 'before the pause');
      await paused;
      outcome = await write(context, 'after the pause').catch((error: unknown) => error);
      throw outcome;
    });
    await eventually('the first worker has begun', async () => (await written()).length === 1);
    nowMs += LEASE_MS + 1;
    startWorker(queue, async (context) => void (await write(context, 'of the second worker')));
    await eventually('the second worker has finished', isEmpty(queue));
    resume();
    await first.stop();
    assert.ok(outcome instanceof LeaseLostError);
    assert.deepEqual(await written(), ['before the pause', 'of the second worker']);
  });

  it('renews the lease of a running job', async () => {
    const queue = newQueue({ leaseMs: 90 });
    await add(queue);
    startWorker(queue, ({ signal }) => aborted(signal));
    const leaseUntil = async () => Number((await rows(queue))[0]?.leaseUntil);
    await eventually('the job is claimed', async () => (await leaseUntil()) > 0);
    nowMs += 60;
    await eventually('the lease is renewed', async () => (await leaseUntil()) === nowMs + 90);
  });

  it('aborts the signal of a handler whose job was restarted, and runs the job from the first attempt', async () => {
    const queue = newQueue({ leaseMs: 90 });
    await add(queue);
    const attempts: number[] = [];
    startWorker(queue, async ({ job, signal }) => {
      attempts.push(job.attempts);
      if (attempts.length === 1) await aborted(signal);
    });
    await eventually('the job runs', () => Promise.resolve(attempts.length === 1));
    await database.relational.client.$transaction((tx) => restartJobs(tx, queue, PROJECT));
    await eventually('the job has run again', isEmpty(queue));
    assert.deepEqual(attempts, [1, 1]);
  });

  it('coalesces jobs of one key into one with the latest payload and the earliest time', async () => {
    const queue = newQueue();
    const [sooner, later] = [new Date(nowMs), new Date(nowMs + 10_000)];
    await add(queue, 'a', 1, later);
    await add(queue, 'a', 2, sooner);
    await add(queue, 'a', 3, later);
    const found = await rows(queue);
    assert.deepEqual(
      found.map(({ payload, runAt }) => [payload, runAt]),
      [[{ nth: 3 }, sooner]],
    );
  });

  it('runs a job again that was enqueued while it ran', async () => {
    const queue = newQueue();
    await add(queue, 'a', 1);
    const runs: number[] = [];
    startWorker(queue, async ({ job }) => {
      runs.push(job.payload.nth);
      if (job.payload.nth === 1) for (const nth of [2, 3]) await add(queue, 'a', nth);
    });
    await eventually('no job is left', isEmpty(queue));
    assert.deepEqual(runs, [1, 3]);
  });

  it('retries with pauses and gives up after the last attempt', async () => {
    const queue = newQueue({ maxAttempts: 3, backoff: { baseMs: 1_000, maxMs: 1_000 } });
    await add(queue);
    const errors: (string | null)[] = [];
    const exhausted: unknown[] = [];
    startWorker(
      queue,
      ({ job }) => {
        errors.push(job.lastError);
        return Promise.reject(new ServiceError('query_too_expensive'));
      },
      async ({ attempts }, error, tx) => {
        exhausted.push([attempts, error, await tx.job.count({ where: { queue: queue.name } })]);
      },
    );
    await eventually('the job is given up', async () => {
      nowMs += 200;
      return isEmpty(queue)();
    });
    assert.deepEqual(errors, [null, 'query_too_expensive', 'query_too_expensive']);
    assert.deepEqual(exhausted, [[3, 'query_too_expensive', 1]]);
  });

  it('gives up a job as interrupted when every attempt ended with its worker', async () => {
    const queue = newQueue({ maxAttempts: 2 });
    await add(queue);
    await database.relational.client.job.updateMany({
      data: { attempts: 2, leaseUntil: new Date(nowMs), leaseToken: 2 },
    });
    const errors: string[] = [];
    const run = (): Promise<never> => Promise.reject(new Error('no attempt is left'));
    startWorker(queue, run, (_job, error) => Promise.resolve(void errors.push(error)));
    await eventually('the job is given up', isEmpty(queue));
    assert.deepEqual(errors, ['interrupted']);
  });

  it('gives a running job back when it stops, without counting the attempt', async () => {
    const queue = newQueue({ maxAttempts: 1 });
    await add(queue);
    let isRunning = false;
    const worker = startWorker(queue, ({ signal }) => {
      isRunning = true;
      return aborted(signal);
    });
    await eventually('the job runs', () => Promise.resolve(isRunning));
    await worker.stop();
    const [row] = await rows(queue);
    assert.deepEqual([row?.attempts, row?.leaseUntil, row?.lastError], [0, null, null]);
    startWorker(queue, () => Promise.resolve());
    await eventually('another worker has run it', isEmpty(queue));
  });

  it('runs a job again at the time its handler returns', async () => {
    const queue = newQueue();
    await add(queue);
    let runs = 0;
    startWorker(queue, () => Promise.resolve(++runs < 3 ? new Date(nowMs + 1_000) : undefined));
    await eventually('the job is rescheduled', async () => Number((await rows(queue))[0]?.runAt) === nowMs + 1_000);
    assert.equal(runs, 1);
    await eventually('the job has run three times', async () => {
      nowMs += 100;
      return isEmpty(queue)();
    });
    assert.equal(runs, 3);
  });

  it('leaves nothing of a job whose transaction is rolled back', async () => {
    const queue = newQueue();
    const failed = database.relational.client.$transaction(async (tx) => {
      await enqueue(tx, queue, { key: 'a', payload: { nth: 1 }, projectId: null, now: new Date(nowMs) });
      throw new Error('rolled back');
    });
    await assert.rejects(failed, /rolled back/);
    assert.deepEqual(await rows(queue), []);
  });

  it('wakes the workers of other processes', async () => {
    const queue = newQueue({ pollMs: 600_000 });
    startWorker(queue, () => Promise.resolve());
    await add(queue);
    const other = newJobs();
    await eventually('the job has run', async () => {
      other.wake(queue);
      return isEmpty(queue)();
    });
  });

  it('starts an announced job at once, and one from another process with the next poll', async () => {
    const [announced, silent] = [newQueue({ pollMs: 600_000 }), newQueue()];
    const ran: string[] = [];
    const run = ({ job }: JobContext<Payload>): Promise<void> => Promise.resolve(void ran.push(job.key));
    // Both share the watch of the process, each with its own interval.
    const jobs = newJobs();
    jobs.register(announced, { handle: run });
    started.push(jobs.start());
    startWorker(silent, run);
    await add(announced, 'announced');
    jobs.wake(announced);
    await eventually('the announced job has run', () => ran.includes('announced'));
    await add(silent, 'silent');
    await eventually('the other job has run', () => ran.includes('silent'));
  });

  it('exposes waiting and running jobs, failed attempts and the age of the oldest job', async () => {
    const queue = newQueue({ backoff: { baseMs: 1, maxMs: 1 }, pollMs: 5 });
    const metrics = createMetrics();
    const jobs = new Jobs(database.relational, memory.pubSub, () => nowMs, LOGGER, metrics);
    const read = async (name: string): Promise<number | undefined> =>
      (await metrics.registry.getSingleMetric(name)?.get())?.values.find(({ labels }) => labels.queue === queue.name)
        ?.value;
    let isBroken = true;
    jobs.register(queue, {
      handle: ({ signal }) => {
        if (!isBroken) return aborted(signal);
        isBroken = false;
        return Promise.reject(new Error('broken once'));
      },
    });
    await add(queue, 'a', 1, new Date(nowMs - 5_000));
    await add(queue, 'b', 2, new Date(nowMs));
    assert.deepEqual([await read('svc_jobs_waiting'), await read('svc_jobs_oldest_seconds')], [2, 5]);
    started.push(jobs.start());
    await eventually('an attempt has failed', async () => (await read('svc_job_attempts_failed_total')) === 1);
    await eventually('one job runs and one waits', async () => {
      const figures = [await read('svc_jobs_running'), await read('svc_jobs_waiting')];
      return figures.every((figure) => figure === 1);
    });
  });
});
