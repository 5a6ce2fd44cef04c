import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_AGE_MS, settle } from './delivery-state.js';

const transient = (retryAfterMs?: number) =>
  ({ kind: 'transient', error: 'timeout', ...(retryAfterMs !== undefined && { retryAfterMs }) }) as const;

describe('settle', () => {
  it('ends a delivery that was sent or refused', () => {
    assert.deepEqual(settle({ kind: 'sent' }, 3, 0, 9), { status: 'sent', reason: '', nextAttemptMs: undefined });
    assert.deepEqual(settle({ kind: 'permanent', error: 'rejected' }, 1, 0, 9), {
      status: 'failed',
      reason: 'rejected',
      nextAttemptMs: undefined,
    });
  });

  it('doubles the pause from five seconds to fifteen minutes, of which a random part passes', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9, 200].map(
      (attempts) => settle(transient(), attempts, 0, 0, 1).nextAttemptMs,
    );
    assert.deepEqual(
      pauses,
      [5, 10, 20, 40, 80, 160, 320, 640, 900, 900].map((seconds) => seconds * 1000),
    );
    assert.equal(settle(transient(), 5, 0, 0, 0.5).nextAttemptMs, 40_000);
  });

  it('waits as long as the receiver requests, up to an hour', () => {
    assert.equal(settle(transient(60_000), 1, 0, 0, 0).nextAttemptMs, 60_000);
    assert.equal(settle(transient(10 * 3600_000), 1, 0, 0, 0).nextAttemptMs, 3600_000);
  });

  it('gives up after a day and not before, whatever the pauses are', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 1, noNaN: true }), (random) => {
        let nowMs = 0;
        let settled = settle(transient(), 1, 0, nowMs, random);
        for (let attempts = 2; settled.nextAttemptMs !== undefined; attempts++) {
          nowMs = settled.nextAttemptMs;
          settled = settle(transient(), attempts, 0, nowMs, random);
        }
        assert.equal(settled.status, 'dlq');
        assert.ok(nowMs <= MAX_AGE_MS && nowMs > MAX_AGE_MS - 15 * 60_000, String(nowMs));
      }),
    );
    assert.equal(settle(transient(), 2, 0, MAX_AGE_MS, 1).status, 'dlq');
  });

  it('never schedules an attempt in the past or after a day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        fc.integer({ min: 0, max: 2 * MAX_AGE_MS }),
        fc.option(fc.integer({ min: 0, max: 10 ** 9 }), { nil: undefined }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, nowMs, retryAfterMs, random) => {
          const { status, nextAttemptMs } = settle(transient(retryAfterMs), attempts, 0, nowMs, random);
          assert.equal(status === 'retrying', nextAttemptMs !== undefined);
          if (nextAttemptMs !== undefined) assert.ok(nextAttemptMs >= nowMs && nextAttemptMs <= MAX_AGE_MS);
        },
      ),
    );
  });
});
