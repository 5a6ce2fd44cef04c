import assert from 'node:assert/strict';
import { ApiError } from './api-error.js';
import { toPauseAfterEnd, toPauseAfterFailure } from './stream-pause.js';

describe('the pause before a stream is read again', () => {
  it.each([
    ['completed', 0, undefined],
    ['key_revoked', 0, undefined],
    ['max_duration', 9, 2000],
    ['server_shutdown', 9, 2000],
    ['error', 0, 2000],
    ['error', 9, 15_000],
  ] as const)('is, after it ended with %s and %i failures, %s ms', (reason, failures, expected) => {
    assert.equal(toPauseAfterEnd({ reason, retry_ms: 2000 }, failures), expected);
  });

  it('grows while connections close without a reason', () => {
    assert.deepEqual(
      [0, 1, 99].map((failures) => toPauseAfterEnd(undefined, failures)),
      [500, 1000, 15_000],
    );
  });

  it.each([400, 401, 403, 404, 500])('is without end for a refusal with %i', (status) => {
    assert.equal(toPauseAfterFailure(new ApiError(status, 'refused', ''), 0), undefined);
  });

  it('is what the service asks for, or grows with each broken connection', () => {
    assert.equal(toPauseAfterFailure(new ApiError(429, 'rate_limited', '', { retryAfterMs: 7000 }), 0), 7000);
    assert.equal(toPauseAfterFailure(new ApiError(503, 'unavailable', ''), 1), 1000);
    assert.equal(toPauseAfterFailure(new TypeError('network'), 2), 2000);
  });
});
