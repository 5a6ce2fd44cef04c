import assert from 'node:assert/strict';
import { dueTimes, MAX_CATCH_UP, nextTime } from './schedule.js';

const MINUTE = 60_000;

describe('the times of a rule', () => {
  it('spaces times equally since 1970, shifted by the offset', () => {
    assert.equal(nextTime(0, MINUTE, 7_000), 7_000);
    assert.equal(nextTime(7_000, MINUTE, 7_000), MINUTE + 7_000);
    assert.equal(nextTime(MINUTE + 6_999, MINUTE, 7_000), MINUTE + 7_000);
  });

  const cases: [title: string, last: number | undefined, now: number, due: ReturnType<typeof dueTimes>][] = [
    ['the latest of a new rule', undefined, 10 * MINUTE + 30_000, { first: 10 * MINUTE, count: 1 }],
    ['the next time', 9 * MINUTE, 10 * MINUTE, { first: 10 * MINUTE, count: 1 }],
    ['missed times', 6 * MINUTE, 10 * MINUTE + 5, { first: 7 * MINUTE, count: 4 }],
    ['the last times after a long stop', 0, 100 * MINUTE, { first: 89 * MINUTE, count: MAX_CATCH_UP }],
    ['no times before the next one', 10 * MINUTE, 10 * MINUTE + 59_999, undefined],
    ['no times after the clock was set back', 10 * MINUTE, 5 * MINUTE, undefined],
  ];
  for (const [title, last, now, due] of cases) {
    it(`computes ${title}`, () => assert.deepEqual(dueTimes(last, now, MINUTE, 0), due));
  }
});
