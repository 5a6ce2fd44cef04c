import assert from 'node:assert/strict';
import fc from 'fast-check';
import { clockShift } from './clock-shift.js';

const MINUTE = 60_000;

describe('clockShift', () => {
  it.each([
    ['a chunk that does not say when it was sent', undefined, 0],
    ['a network that takes two minutes', 2 * MINUTE, 0],
    ['a clock that is an hour behind', 60 * MINUTE + 300, 60 * MINUTE],
    ['a clock that is a day ahead', -1_441 * MINUTE, -1_440 * MINUTE],
    ['a clock that is nearly eight minutes behind', 7.6 * MINUTE, 10 * MINUTE],
  ])('of %s', (_, difference, shift) => assert.equal(clockShift(difference), shift));

  it.each([3, 4, 4.9, -3, -4.9])('is none for a difference of %d minutes, which is less than five', (minutes) =>
    assert.equal(clockShift(minutes * MINUTE), 0),
  );

  it('is one of five minutes, and near the difference', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000 * MINUTE, max: 10_000 * MINUTE }), (difference) => {
        const shift = clockShift(difference);
        assert.ok(Number.isInteger(shift / (5 * MINUTE)) && !Object.is(shift, -0));
        assert.ok(Math.abs(difference - shift) < 5 * MINUTE);
      }),
    );
  });
});
