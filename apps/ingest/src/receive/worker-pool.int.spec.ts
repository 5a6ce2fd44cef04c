import assert from 'node:assert/strict';
import type { CaptureWork, doCaptureWork } from '../capture/capture-work.js';
import { createWorkerPool, type WorkerPool } from './worker-pool.js';

const BUSY = new URL('./testing/busy.worker.js', import.meta.url);
const MAX_RUN_MS = 2_000;
const owner = (projectNumber: number, keyId = `k${projectNumber}`) => ({ projectNumber, keyId });

describe('the threads for large bodies', () => {
  let pool: WorkerPool<[ms: number], number>;
  beforeEach(() => {
    pool = createWorkerPool(BUSY, { maxRunMs: MAX_RUN_MS });
  });
  afterEach(() => pool.close());

  it('refuses a body that takes too long, and loses no other', async () => {
    const endless = pool.run(owner(1), 60_000);
    const others = [2, 2, 3, 3, 4].map((project) => pool.run(owner(project), 30));
    const waiting = pool.run(owner(1), 20);
    await assert.rejects(endless, { code: 'payload_too_large' });
    assert.deepEqual(await Promise.all(others), [30, 30, 30, 30, 30]);
    assert.equal(await waiting, 20);
  });

  it('replaces a thread that was stopped, as often as it happens', async () => {
    for (let n = 0; n < 2; n++) await assert.rejects(pool.run(owner(n), 60_000), { code: 'payload_too_large' });
    assert.deepEqual(await Promise.all([pool.run(owner(1), 10), pool.run(owner(2), 10)]), [10, 10]);
  });

  it('gives turns to the keys of a project', async () => {
    const done: string[] = [];
    const run = async (keyId: string): Promise<void> => {
      await pool.run(owner(1, keyId), 40);
      done.push(keyId);
    };
    await Promise.all(['busy', 'busy', 'busy', 'busy', 'busy', 'quiet'].map(run));
    assert.ok(done.indexOf('quiet') <= 2, done.join());
  });

  it('refuses bodies of a key beyond its places, and none of another key', async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => pool.run(owner(1, 'busy'), 5)));
    const refused = results.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 3);
    assert.equal(await pool.run(owner(1, 'quiet'), 5), 5);
  });

  it('stops a capture whose text takes too long to be searched', async () => {
    const captures = createWorkerPool<CaptureWork, ReturnType<typeof doCaptureWork>>(
      new URL('../capture/capture.worker.js', import.meta.url),
      { maxRunMs: MAX_RUN_MS },
    );
    const context = { receivedAtNs: BigInt(Date.now()) * 1_000_000n, retentionDays: 30, isPublishable: false };
    const capture = (count: number, leaf: string) => {
      const properties = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`p${n}`, leaf]));
      const events = Array.from({ length: count }, () => ({ event: 'e', distinct_id: 'd', properties }));
      return captures.run(owner(1), 'prepare', Buffer.from(JSON.stringify({ events })), context);
    };
    await assert.rejects(capture(10, 'a@'.repeat(16_000)), { code: 'payload_too_large' });
    assert.partialDeepStrictEqual(await capture(1, 'plain'), { accepted: 1 });
    await captures.close();
  });
});
