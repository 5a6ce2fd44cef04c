import assert from 'node:assert/strict';
import { fairness } from './fairness.js';
import { findGaps } from './gaps.js';

const at = (text: string): number => Date.parse(text);
const duty = (userId: string, start: string, end: string) => ({
  userId,
  source: 'layer' as const,
  layer: 'week',
  start: at(start),
  end: at(end),
});
const utc = (ms: number): number => ms;

describe('the fairness of duties', () => {
  it('counts hours, nights and weekends of each user', () => {
    const shares = fairness(
      [
        // Thursday to Monday.
        duty('ada', '2026-05-07T12:00:00Z', '2026-05-11T12:00:00Z'),
        duty('grace', '2026-05-11T12:00:00Z', '2026-05-11T22:00:00Z'),
        duty('grace', '2026-05-12T05:59:00Z', '2026-05-12T06:59:00Z'),
      ],
      utc,
    );
    assert.deepEqual(shares, [
      { userId: 'ada', shifts: 1, hours: 96, nights: 4, weekends: 1 },
      { userId: 'grace', shifts: 2, hours: 11, nights: 1, weekends: 0 },
    ]);
  });
});

describe('the gaps of a plan', () => {
  it('contains uncovered times, and the shifts of users who left', () => {
    const shift = (user: string, start: number, end: number) => ({
      start,
      end,
      users: [user],
      source: 'layer' as const,
      layer: '',
      turnStart: start,
    });
    const plan = {
      shifts: [shift('ada', 0, 5), shift('gone', 5, 7), shift('gone', 7, 9)],
      gaps: [{ start: 9, end: 12 }],
    };
    assert.deepEqual(findGaps(plan, new Map([['ada', 'Ada']])), [
      { start: 5, end: 9, reason: 'member_left' },
      { start: 9, end: 12, reason: 'uncovered' },
    ]);
  });
});
