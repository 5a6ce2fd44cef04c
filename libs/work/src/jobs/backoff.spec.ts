import assert from 'node:assert/strict';
import fc from 'fast-check';
import { backoffMs } from './backoff.js';

const BACKOFF = { baseMs: 1_000, maxMs: 60_000 };
const ALMOST_ONE = 1 - Number.EPSILON;

describe('backoffMs', () => {
  it('doubles its limit with every attempt up to the maximum', () => {
    const limits = [1, 2, 3, 6, 7, 100, 5_000].map((attempts) => backoffMs(BACKOFF, attempts, ALMOST_ONE) + 1);
    assert.deepEqual(limits, [1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('spreads pauses from 0 to the limit', () => {
    assert.deepEqual(
      [0, 0.25, 0.5].map((random) => backoffMs(BACKOFF, 2, random)),
      [0, 500, 1_000],
    );
  });

  it('returns whole milliseconds within the limits for any attempt', () => {
    const random = fc.double({ min: 0, max: ALMOST_ONE, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), random, (attempts, value) => {
        const pause = backoffMs(BACKOFF, attempts, value);
        assert.ok(Number.isInteger(pause) && pause >= 0 && pause < BACKOFF.maxMs);
      }),
    );
  });
});
