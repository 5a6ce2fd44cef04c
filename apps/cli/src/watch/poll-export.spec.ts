import assert from 'node:assert/strict';
import { EXIT, Failure } from '../runtime/failure.js';
import type { JsonObject } from '../runtime/values/json.js';
import { pollExport, type ExportPolling } from './poll-export.js';
import { barText } from './progress-bar.js';

const POLLING: ExportPolling = {
  path: '/export/jobs/i',
  query: [],
  intervalMs: 2_000,
  maxPolls: 10,
  maxTransientErrors: 2,
  timeoutMs: 60_000,
};

/**
 * Answers with these states in turn and repeats the last one; a failure is thrown. The clock moves only while the
 * client waits.
 */
async function poll(states: readonly (string | Failure)[], polling: Partial<ExportPolling> = {}) {
  let nowMs = 0;
  const [seen, waits]: [unknown[], number[]] = [[], []];
  let requests = 0;
  const sleep = (ms: number): Promise<void> => {
    waits.push(ms);
    nowMs += ms;
    return Promise.resolve();
  };
  const send = (): Promise<JsonObject> => {
    const state = states[Math.min(requests++, states.length - 1)] ?? '';
    return state instanceof Failure ? Promise.reject(state) : Promise.resolve({ status: state });
  };
  const job = await pollExport(
    { ...POLLING, ...polling },
    {
      api: { send },
      io: { now: () => nowMs, sleep },
      onProgress: ({ status }) => void seen.push(status),
      onTransientError: () => {},
    },
  ).catch((error: unknown) => error);
  return { job, seen, waits, requests };
}

const busy = (status: number, retryAfter?: number) =>
  new Failure('unavailable', 'busy', EXIT.failure, { status, ...(retryAfter !== undefined && { retryAfter }) });

describe('pollExport', () => {
  it.each(['completed', 'failed', 'cancelled'])('ends when the export is %s', async (status) => {
    const { job, seen, waits } = await poll(['pending', 'running', 'retrying', status]);
    assert.deepEqual([job, seen.length, waits], [{ status }, 4, [2_000, 2_000, 2_000]]);
  });

  it('gives up after the maximum number of requests, or when the time is up', async () => {
    const byPolls = await poll(['running'], { maxPolls: 3 });
    assert.ok(byPolls.job instanceof Failure);
    assert.deepEqual([byPolls.job.error, byPolls.requests], ['watch_ended', 3]);
    const byTime = await poll(['running'], { timeoutMs: 5_000 });
    assert.deepEqual([(byTime.job as Failure).error, byTime.requests], ['watch_ended', 3]);
  });

  it('tolerates temporary failures in a row, as long as the service demands, and no more of them', async () => {
    const { job, waits } = await poll([busy(429, 7), busy(503), 'running', busy(503), busy(429), 'completed']);
    assert.deepEqual([job, waits], [{ status: 'completed' }, [7_000, 2_000, 2_000, 2_000, 2_000]]);
    assert.equal((await poll([busy(503)])).requests, 3);
    assert.equal((await poll([busy(503)], { maxTransientErrors: 0 })).requests, 1);
    assert.equal((await poll([new Failure('not_found', 'Gone', EXIT.notFound, { status: 404 })])).requests, 1);
  });
});

describe('the progress bar', () => {
  it('shows status, percent and rows, and nothing that a terminal obeys', () => {
    assert.equal(barText('running', 50.9, 1_234), `[${'#'.repeat(15)}${'.'.repeat(15)}]  50 %  running, 1,234 rows`);
    assert.equal(barText('\u001b[2Jx', 500, 0), `[${'#'.repeat(30)}] 100 %  x, 0 rows`);
  });
});
