import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_ATTEMPTS, readRetryAfter, retryDelayMs } from './retry.js';

const NOW = Date.parse('2026-01-31T12:00:00Z');

describe('retryDelayMs', () => {
  it('retries only temporary statuses', () => {
    for (const status of [429, 502, 503, 504]) assert.notEqual(retryDelayMs(status, null, 1, NOW, 0), undefined);
    for (const status of [200, 400, 401, 403, 404, 409, 500, 501]) {
      assert.equal(retryDelayMs(status, null, 1, NOW, 0), undefined);
    }
  });

  it('increases the delay and ends the attempts', () => {
    const waits = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => retryDelayMs(503, null, index + 1, NOW, 1));
    assert.deepEqual(waits, [250, 500, 1000]);
    assert.equal(retryDelayMs(503, null, MAX_ATTEMPTS, NOW, 1), undefined);
  });

  it('never retries before Retry-After and gives up for a long one', () => {
    assert.equal(retryDelayMs(429, '3', 1, NOW, 0), 3000);
    assert.equal(retryDelayMs(429, 'Sat, 31 Jan 2026 12:00:05 GMT', 1, NOW, 0), 5000);
    assert.equal(retryDelayMs(429, '60', 1, NOW, 0), undefined);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (s, n, r) => {
          const delay = retryDelayMs(429, String(s), n, NOW, r);
          assert.ok(delay !== undefined && delay >= s * 1000 && delay <= 10_000);
        },
      ),
    );
  });

  it('ignores a malformed Retry-After', () => {
    for (const header of ['', 'soon', '-5']) assert.equal(retryDelayMs(503, header, 1, NOW, 1), 250);
  });

  it('reads Retry-After as the server sent it', () => {
    assert.equal(readRetryAfter('17'), 17);
    assert.equal(readRetryAfter('Sat, 31 Jan 2026 12:00:05 GMT'), 'Sat, 31 Jan 2026 12:00:05 GMT');
    assert.equal(readRetryAfter(null), undefined);
  });
});
