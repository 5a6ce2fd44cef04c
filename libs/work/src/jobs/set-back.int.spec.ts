import assert from 'node:assert/strict';
import { createLogger } from '@svc/observability';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/test-servers';
import type { BackgroundJob } from '../background-job.js';
import { enqueue, Jobs, Queue, type JobContext } from '../index.js';

type Payload = Readonly<Record<string, never>>;

const LOGGER = createLogger({ service: 'jobs', level: 'silent' });
const HOUR = 3_600_000;
const START = Date.parse('2026-05-06T12:00:00Z');
/** Time before the clock is set back to START. */
const AHEAD = START + 10 * HOUR;

describe('jobs after the clock was set back', () => {
  let database: TemporaryDatabase;
  let nowMs = START;
  let number = 0;
  const started: BackgroundJob[] = [];
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((job) => job.stop()));
    await database.relational.client.job.deleteMany();
  });
  afterAll(() => database.stop());

  const newQueue = (): Queue<Payload> =>
    new Queue<Payload>({ name: `queue-${++number}`, pollMs: 20, backoff: { baseMs: HOUR, maxMs: HOUR } });
  /** Jobs that have run, as key and hour. */
  const work = (
    queue: Queue<Payload>,
    handle: (context: JobContext<Payload>) => Promise<Date | void> = () => Promise.resolve(),
  ): string[] => {
    const runs: string[] = [];
    const jobs = new Jobs(database.relational, undefined, () => nowMs, LOGGER);
    jobs.register(queue, {
      handle: (context) => {
        runs.push(`${context.job.key} ${(nowMs - START) / HOUR}`);
        return context.job.key === 'probe' ? Promise.resolve() : handle(context);
      },
    });
    started.push(jobs.start());
    return runs;
  };
  const add = (queue: Queue<Payload>, key: string, runAt = nowMs): Promise<void> =>
    database.relational.client.$transaction((tx) =>
      enqueue(tx, queue, { key, payload: {}, projectId: null, now: new Date(nowMs), runAt: new Date(runAt) }),
    );
  const find = (queue: Queue<Payload>, key: string) =>
    database.relational.client.job.findUnique({ where: { queue_key: { queue: queue.name, key } } });
  const isDueAt = (queue: Queue<Payload>, key: string, ms: number) => async () =>
    (await find(queue, key))?.runAt.getTime() === ms;
  /** Resolves when the workers have looked for jobs at the present time. */
  const look = async (queue: Queue<Payload>): Promise<void> => {
    await add(queue, 'probe');
    await eventually('the probe has run', async () => (await find(queue, 'probe')) === null);
  };
  const withoutProbes = (runs: readonly string[]): string[] => runs.filter((run) => !run.startsWith('probe'));

  it('delays jobs by their full delay from then on', async () => {
    const queue = newQueue();
    nowMs = AHEAD;
    await add(queue, 'now');
    await add(queue, 'later', AHEAD + 2 * HOUR);
    nowMs = START;
    const runs = work(queue);
    await eventually('the job that was due has run', async () => (await find(queue, 'now')) === null);
    await eventually('the other one waits for two hours', isDueAt(queue, 'later', START + 2 * HOUR));
    nowMs = START + 2 * HOUR - 1;
    await look(queue);
    assert.deepEqual(withoutProbes(runs), ['now 0']);
    nowMs = START + 2 * HOUR;
    await eventually('it has run', async () => (await find(queue, 'later')) === null);
    assert.deepEqual(withoutProbes(runs), ['now 0', 'later 2']);
  });

  it('keeps running periodic jobs', async () => {
    const queue = newQueue();
    nowMs = AHEAD;
    await add(queue, 'periodic');
    const runs = work(queue, () => Promise.resolve(new Date(nowMs + HOUR)));
    await eventually('it has run', isDueAt(queue, 'periodic', AHEAD + HOUR));
    nowMs = START;
    await eventually('it waits for an hour', isDueAt(queue, 'periodic', START + HOUR));
    nowMs = START + HOUR;
    await eventually('it has run again', isDueAt(queue, 'periodic', START + 2 * HOUR));
    assert.deepEqual(runs, ['periodic 10', 'periodic 1']);
  });

  it('retries a job after the pause that follows a failure', async () => {
    const queue = newQueue();
    nowMs = AHEAD;
    await add(queue, 'failing');
    const runs = work(queue, () =>
      runs.length === 1 ? Promise.reject(new ServiceError('unavailable')) : Promise.resolve(),
    );
    await eventually('it has failed', async () => (await find(queue, 'failing'))?.lastError === 'unavailable');
    nowMs = START;
    await eventually('its pause counts from now', async () => {
      const job = await find(queue, 'failing');
      return job === null || job.runAt.getTime() <= START + HOUR;
    });
    nowMs = START + HOUR;
    await eventually('it has run', async () => (await find(queue, 'failing')) === null);
    assert.equal(runs.length, 2);
  });

  it('uses the earlier of two times if the clock was set back between them', async () => {
    const queue = newQueue();
    nowMs = AHEAD;
    await add(queue, 'a', AHEAD + HOUR);
    await add(queue, 'b', AHEAD + HOUR);
    nowMs = START;
    await add(queue, 'a', START + 3 * HOUR);
    await add(queue, 'b', START + 20 * HOUR);
    work(queue);
    await eventually('the new time counts', isDueAt(queue, 'a', START + 3 * HOUR));
    await eventually('the time before counts', isDueAt(queue, 'b', START + HOUR));
  });

  it('never runs a job early without proof: far ahead, with differing clocks of machines, or of an unknown time', async () => {
    const queue = newQueue();
    nowMs = START;
    await add(queue, 'far', START + 720 * HOUR);
    nowMs = START + 60_000;
    await add(queue, 'other machine', START + HOUR);
    await add(queue, 'unknown', START + HOUR);
    const where = { queue: queue.name, key: 'unknown' };
    await database.relational.client.job.updateMany({ where, data: { scheduledAt: null } });
    nowMs = START;
    const runs = work(queue);
    for (let times = 0; times < 3; times++) await look(queue);
    assert.deepEqual(withoutProbes(runs), []);
    for (const [key, hours] of [
      ['far', 720],
      ['other machine', 1],
      ['unknown', 1],
    ] as const)
      assert.ok(await isDueAt(queue, key, START + hours * HOUR)(), key);
  });
});
