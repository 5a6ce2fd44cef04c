import assert from 'node:assert/strict';
import type { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/test-servers';
import { GENEROUS, temporaryStore, type TemporaryStore } from '../../testing/temporary-store.js';
import type { RestartReason } from '../supervision/supervisor.js';

const SECONDS_OF_WORK = 'SELECT count() FROM numbers(150000000) WHERE NOT ignore(sipHash64(number))';
const TRIVIAL = 'SELECT 1 AS one';
const LIMITS = { ...GENEROUS, maxRowsToRead: 10 ** 12 };

describe('fairness between projects', () => {
  const restarts: RestartReason[] = [];
  let scene: TemporaryStore;
  beforeAll(async () => {
    scene = await temporaryStore({
      healthIntervalMs: 50,
      pingTimeoutMs: 1_500,
      onRestart: (reason) => restarts.push(reason),
    });
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const run = (sql: string, projectNumber: number, signal?: AbortSignal) =>
    scene.store.query({ sql, limits: LIMITS, projectNumber, ...(signal && { signal }) });

  it('runs reads of one project immediately, however many statements of another one run and wait', async () => {
    const controller = new AbortController();
    const greedy = Array.from({ length: 75 }, () => run(SECONDS_OF_WORK, 1, controller.signal));
    const outcomes = Promise.allSettled(greedy);
    // The queue of the project is bounded: statements beyond it are refused immediately.
    await assert.rejects(Promise.any([Promise.all(greedy)]), (error: AggregateError) => {
      const [first] = error.errors as { code: string; retryAfterSeconds: number }[];
      return first?.code === 'concurrency_limited' && first.retryAfterSeconds === 1;
    });
    assert.deepEqual(await run(TRIVIAL, 2), [{ one: 1 }]);
    await scene.store.check();
    controller.abort();
    // The statement did not wait for those queued before it, whatever else the machine does.
    const left = (await outcomes).filter(
      (outcome) => outcome.status === 'rejected' && (outcome.reason as ServiceError).code === 'cancelled',
    );
    assert.ok(left.length > 20, `${left.length} statements of the greedy project were left`);
    assert.deepEqual(restarts, []);
  });

  it('reads of one project while a statement of another one spends seconds on being planned', async () => {
    const controller = new AbortController();
    const planned = run(`SELECT (${SECONDS_OF_WORK.replace('150000000', '20000000000')}) AS n`, 1, controller.signal);
    const failed = assert.rejects(planned, { code: 'cancelled' });
    await eventually('it runs', async () => {
      const [row] = (await run('SELECT count() AS n FROM system.processes', 2)) as { n: string }[];
      return Number(row?.n) > 1;
    });
    for (let round = 0; round < 20; round += 1) assert.deepEqual(await run(TRIVIAL, 2), [{ one: 1 }]);
    controller.abort();
    await failed;
    assert.deepEqual(restarts, []);
  });
});
