import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { FairThread } from './fair-thread.js';

describe('FairThread', () => {
  const busy = () => new ServiceError('concurrency_limited');
  const options = {
    module: new URL('./number.fixture.worker.js', import.meta.url),
    maxRunMs: 60_000,
    maxWaitMs: 60_000,
    waiting: { total: 2, each: 1 },
    maxHeapMib: 64,
    busy,
  };
  const open = (changes: Partial<typeof options> = {}) => new FairThread<number, number>({ ...options, ...changes });

  it('returns results, and refusals as errors of their class', async () => {
    const thread = open();
    try {
      assert.equal(await thread.run('a', 21), 42);
      await assert.rejects(
        thread.run('a', -1),
        (error) => error instanceof ServiceError && error.code === 'invalid_request',
      );
    } finally {
      await thread.close();
    }
  });

  it('refuses a project that waits too often, and lets another one wait', async () => {
    const thread = open();
    try {
      const first = Promise.all([thread.run('a', 1), thread.run('a', 2), thread.run('b', 3)]);
      await assert.rejects(thread.run('a', 4), { code: 'concurrency_limited' });
      assert.deepEqual(await first, [2, 4, 6]);
    } finally {
      await thread.close();
    }
  });

  it('ends what takes too long, and goes on', async () => {
    const thread = open({ maxRunMs: 2_000 });
    try {
      await assert.rejects(thread.run('a', 0), { code: 'payload_too_large' });
      assert.equal(await thread.run('a', 5), 10);
    } finally {
      await thread.close();
    }
  });
});
