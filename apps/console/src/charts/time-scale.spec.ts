import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatTime } from '../time/format.js';
import { formatTick, timeTicks } from './time-scale.js';

const at = (iso: string): number => Date.parse(iso);
const texts = (start: string, end: string, most: number, zone: string): string[] => {
  const { unit, ticks } = timeTicks(at(start), at(end), most, zone);
  return ticks.map((tick) => formatTick(tick, unit, zone));
};

describe('scale of time', () => {
  it.each([
    [
      'UTC',
      '2026-11-01T08:00:00Z',
      '2026-11-01T09:00:00Z',
      6,
      ['08:00', '08:10', '08:20', '08:30', '08:40', '08:50', '09:00'],
    ],
    ['Asia/Kathmandu', '2026-11-01T08:00:00Z', '2026-11-01T12:00:00Z', 4, ['14:00', '15:00', '16:00', '17:00']],
    [
      'UTC',
      '2026-11-01T08:00:00.000Z',
      '2026-11-01T08:00:00.020Z',
      2,
      ['08:00:00.000', '08:00:00.010', '08:00:00.020'],
    ],
    [
      'UTC',
      '2026-11-01T08:00:00Z',
      '2026-11-01T08:00:40Z',
      4,
      ['08:00:00', '08:00:10', '08:00:20', '08:00:30', '08:00:40'],
    ],
    ['UTC', '2026-10-31T12:00:00Z', '2026-11-01T12:00:00Z', 4, ['12:00', '18:00', 'Nov 1', '06:00', '12:00']],
    // The night has 25 hours in Zurich.
    ['Europe/Zurich', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 4, ['Oct 25', '12:00', 'Oct 26']],
    ['America/New_York', '2026-03-07T05:00:00Z', '2026-03-10T04:00:00Z', 3, ['Mar 7', 'Mar 8', 'Mar 9', 'Mar 10']],
    [
      'Australia/Lord_Howe',
      '2026-04-04T13:00:00Z',
      '2026-04-04T19:00:00Z',
      6,
      ['Apr 5', '01:00', '02:00', '03:00', '04:00', '05:00'],
    ],
    ['UTC', '2026-11-01T00:00:00Z', '2026-11-29T00:00:00Z', 4, ['Nov 2', 'Nov 9', 'Nov 16', 'Nov 23']],
    ['UTC', '2025-11-15T00:00:00Z', '2026-04-15T00:00:00Z', 5, ['Dec', '2026', 'Feb', 'Mar', 'Apr']],
    ['UTC', '2001-06-01T00:00:00Z', '2026-06-01T00:00:00Z', 6, ['2005', '2010', '2015', '2020', '2025']],
  ] as const)('shows round times of %s from %s to %s', (zone, start, end, most, expected) => {
    assert.deepEqual(texts(start, end, most, zone), expected);
  });

  it('has no ticks where there is no time', () => {
    assert.deepEqual(timeTicks(5, 5, 4, 'UTC').ticks, []);
    assert.deepEqual(timeTicks(9, 5, 4, 'UTC').ticks, []);
  });

  it('returns few ascending ticks within the range at which the clock of the zone is round', () => {
    const zones = [
      'UTC',
      'Europe/Zurich',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/St_Johns',
    ];
    const start = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') });
    const width = fc.oneof(fc.integer({ min: 10, max: 100_000 }), fc.integer({ min: 100_000, max: 90 * 86_400_000 }));
    fc.assert(
      fc.property(
        start,
        width,
        fc.integer({ min: 2, max: 12 }),
        fc.constantFrom(...zones),
        (from, length, most, zone) => {
          const { unit, ticks } = timeTicks(from, from + length, most, zone);
          // An hour that is repeated can add a tick or two.
          assert.ok(ticks.length <= most + 3, `${ticks.length} of ${most}`);
          ticks.forEach((tick, nth) => {
            assert.ok(tick >= from && tick <= from + length && Number.isInteger(tick));
            if (nth > 0) assert.ok(tick > (ticks[nth - 1] ?? tick));
            if (unit === 'minute') assert.match(formatTime(tick, zone, 'millisecond'), /:00\.000$/);
            if (unit === 'day') assert.match(formatTime(tick, zone, 'millisecond'), /^0\d:[03]0:00\.000$/);
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});
