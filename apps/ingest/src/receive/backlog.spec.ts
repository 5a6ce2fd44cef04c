import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { Backlog } from './backlog.js';

const MAX_BYTES = 1000;

describe('the backlog', () => {
  let stored = 0;
  let nowMs = 0;
  let backlog: Backlog;
  beforeEach(() => {
    [stored, nowMs] = [0, 0];
    backlog = new Backlog(
      () => Promise.resolve(stored),
      MAX_BYTES,
      () => nowMs,
    );
  });

  /** Whether a project is refused while this much waits. */
  const isRefused = async (projectId: string, bytes: number): Promise<boolean> => {
    stored = bytes;
    nowMs += 500;
    try {
      backlog.check('nobody');
    } catch {
      // Only the reading matters.
    }
    await Promise.resolve();
    try {
      backlog.check(projectId);
      return false;
    } catch (error) {
      assert.ok(error instanceof ServiceError && error.code === 'concurrency_limited');
      assert.equal(error.retryAfterSeconds, 5);
      return true;
    }
  };

  it('refuses a project that sends everything from half of the limit on, and others only beyond it', async () => {
    backlog.add('burst', 1_000_000);
    backlog.add('small', 10);
    assert.equal(await isRefused('burst', 490), false);
    assert.equal(await isRefused('burst', 510), true);
    assert.equal(await isRefused('small', 990), false);
    assert.equal(await isRefused('new', 1000), false);
    assert.equal(await isRefused('new', 1001), true);
    assert.equal(await isRefused('burst', 0), false);
  });

  it('lets two projects that send the same go on up to three quarters', async () => {
    for (const project of ['one', 'other']) backlog.add(project, 5_000);
    assert.equal(await isRefused('one', 740), false);
    assert.equal(await isRefused('other', 760), true);
  });

  it('counts the bytes that arrive between two readings', () => {
    backlog.check('burst');
    backlog.add('burst', 490);
    backlog.check('burst');
    backlog.add('burst', 20);
    assert.throws(() => backlog.check('burst'), ServiceError);
  });

  it('forgets a burst after minutes', async () => {
    backlog.add('burst', 1_000_000);
    nowMs += 5 * 60_000;
    backlog.check('burst');
    backlog.add('other', 10);
    assert.equal(await isRefused('burst', 900), false);
  });

  it('uses the last reading while the log does not respond', async () => {
    backlog.add('burst', 1_000_000);
    assert.equal(await isRefused('burst', 600), true);
    const silent = new Backlog(
      () => Promise.reject(new Error('no answer')),
      MAX_BYTES,
      () => nowMs,
    );
    silent.check('burst');
    await Promise.resolve();
    nowMs += 500;
    silent.check('burst');
  });
});
