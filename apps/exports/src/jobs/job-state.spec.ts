import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { whenToDelete } from './export-sweeper.js';
import { afterFailure, hasExpired, MAX_ATTEMPTS, nextAttempt } from './job-state.js';
import { LimitReached, reachedLimit } from './limit-reached.js';

describe('the states of an export', () => {
  it('pauses twice as long after each transient failure, and fails with the fifth', () => {
    const pauses = Array.from({ length: MAX_ATTEMPTS }, (_, nth) => {
      const after = afterFailure({ attemptCount: nth + 1, attemptBase: 0 }, new ServiceError('unavailable'));
      return after.status === 'retrying' ? after.pauseMs : after.status;
    });
    assert.deepEqual(pauses, [30_000, 60_000, 120_000, 240_000, 'failed']);
  });

  it('counts attempts from zero after a retry of the caller', () => {
    const after = afterFailure({ attemptCount: 6, attemptBase: 5 }, new ServiceError('timeout'));
    assert.equal(after.status, 'retrying');
  });

  it.each(['invalid_request', 'query_too_expensive', 'not_found', 'permission_denied'] as const)(
    'fail at once after %s',
    (code) => assert.equal(afterFailure({ attemptCount: 1, attemptBase: 0 }, new ServiceError(code)).status, 'failed'),
  );

  it('names the limit that was reached, and reveals nothing of unexpected errors', () => {
    const job = { attemptCount: 1, attemptBase: 0 };
    assert.equal(afterFailure(job, new LimitReached('row_limit_reached')).code, 'row_limit_reached');
    const unforeseen = afterFailure(job, new Error('a secret'));
    assert.deepEqual([unforeseen.status, unforeseen.code], ['retrying', 'internal']);
    assert.ok(!unforeseen.message.includes('secret'));
  });

  it.each([
    ['pending', 0, 0, 1],
    ['running', 1, 0, 1],
    ['retrying', 1, 0, 2],
    ['pending', 6, 5, 6],
    ['retrying', 6, 5, 7],
  ])('%s with %i attempts since %i starts attempt %i', (status, attemptCount, attemptBase, expected) =>
    assert.equal(nextAttempt(status, { attemptCount, attemptBase }), expected),
  );

  it('expires with the result', () => {
    const job = { status: 'completed', resultExpiresAt: new Date(1_000) };
    assert.deepEqual(
      [hasExpired(job, 999), hasExpired(job, 1_000), hasExpired({ ...job, status: 'running' }, 5_000)],
      [false, true, false],
    );
  });

  it.each([
    [null, undefined],
    [{ status: 'running', resultExpiresAt: null }, 3_600_500],
    [{ status: 'failed', resultExpiresAt: null }, undefined],
    [{ status: 'cancelled', resultExpiresAt: null }, undefined],
    [{ status: 'completed', resultExpiresAt: new Date(501) }, 501],
    [{ status: 'completed', resultExpiresAt: new Date(500) }, undefined],
  ])('keep their files until they are not needed: %j', (job, expected) =>
    assert.equal(whenToDelete(job, 500), expected),
  );
});

describe('the limits of an export', () => {
  const caps = { maxRows: 10, maxBytes: 100, maxSeconds: 5 };

  it.each([
    [{ rows: 10n, bytes: 100n, seconds: 5 }, undefined],
    [{ rows: 11n, bytes: 0n, seconds: 0 }, 'row_limit_reached'],
    [{ rows: 0n, bytes: 101n, seconds: 0 }, 'byte_limit_reached'],
    [{ rows: 0n, bytes: 0n, seconds: 6 }, 'time_limit_reached'],
  ])('are exact', (written, expected) => assert.equal(reachedLimit(caps, written)?.code, expected));

  it('treats limits of 0 as unlimited', () => {
    const none = { maxRows: 0, maxBytes: 0, maxSeconds: 0 };
    assert.equal(reachedLimit(none, { rows: 10n ** 12n, bytes: 10n ** 15n, seconds: 1e9 }), undefined);
  });
});
