import assert from 'node:assert/strict';
import fc from 'fast-check';
import { clockShift, SHIFT_SAMPLES } from './clock-shift.js';

const MINUTE = 60_000;

describe('clockShift', () => {
  it.each([
    ['no request that says when it was sent', [], 0],
    ['a network that takes two minutes', [2 * MINUTE], 0],
    ['a clock that is an hour behind', [60 * MINUTE + 300, 60 * MINUTE + 900, 60 * MINUTE], 60 * MINUTE],
    ['a clock that is a day ahead', [-1_440 * MINUTE, -1_439 * MINUTE, -1_441 * MINUTE], -1_440 * MINUTE],
    ['one request that waited in a tab that was asleep', [500, 400 * MINUTE, 700], 0],
    ['two requests, of which the faster one counts', [62 * MINUTE, 90 * MINUTE], 60 * MINUTE],
    [
      'a clock that was set right after the first requests',
      [60 * MINUTE, 60 * MINUTE, 60 * MINUTE, 0, 0, 0],
      60 * MINUTE,
    ],
  ])('of %s', (_, differences, shift) => assert.equal(clockShift(differences), shift));

  it.each([3, 4, 4.9, -3, -4.9])('is none for a difference of %d minutes, which is less than five', (minutes) =>
    assert.equal(clockShift([minutes * MINUTE]), 0),
  );

  const difference = fc.integer({ min: -10_000 * MINUTE, max: 10_000 * MINUTE });
  it('is one of five minutes, near one of the first differences, and not changed by later ones', () => {
    fc.assert(
      fc.property(fc.array(difference, { minLength: 1, maxLength: 9 }), (differences) => {
        const shift = clockShift(differences);
        assert.ok(Number.isInteger(shift / (5 * MINUTE)) && !Object.is(shift, -0));
        const first = differences.slice(0, SHIFT_SAMPLES);
        assert.ok(first.some((value) => Math.abs(value - shift) <= 5 * MINUTE));
        assert.equal(shift, clockShift(first));
      }),
    );
  });

  it('does not depend on the order of the first requests, and leaves them as they are', () => {
    fc.assert(
      fc.property(fc.array(difference, { minLength: 3, maxLength: 3 }), (differences) => {
        const copy = [...differences];
        assert.equal(clockShift(differences), clockShift(differences.toReversed()));
        assert.deepEqual(differences, copy);
      }),
    );
  });
});
