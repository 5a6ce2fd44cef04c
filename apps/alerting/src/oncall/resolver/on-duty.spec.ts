import assert from 'node:assert/strict';
import fc from 'fast-check';
import { arbitraryLayers, arbitraryOverrides } from '../testing/arbitrary-schedule.js';
import { onDuty, plan, usersAt, type Override, type Schedule } from './index.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const HORIZON_MS = 32 * DAY_MS;
const START = Date.UTC(2024, 0, 1);

const arbitrarySchedule = fc.record({
  timeZone: fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC'),
  layers: arbitraryLayers,
});
const arbitraryTime = fc.integer({ min: 0, max: 1_800 * 1_440 }).map((minutes) => START + minutes * MINUTE_MS);

/** The first time of a plan at which other users are on duty than before it, after a gap if there is one. */
function findChange(schedule: Schedule, overrides: readonly Override[], atMs: number): number | undefined {
  const { shifts } = plan(schedule, overrides, { start: atMs, end: atMs + HORIZON_MS });
  const before = usersAt(schedule, overrides, atMs).toSorted().join();
  return shifts.find(
    ({ start, users }, nth) =>
      start > atMs && ((shifts[nth - 1]?.end ?? atMs) < start || users.toSorted().join() !== before),
  )?.start;
}

// However short the span in which the answer is found first.
describe('who is on duty at a time', () => {
  it('reports the end of the duty for the same reason', () => {
    fc.assert(
      fc.property(arbitrarySchedule, arbitraryOverrides, arbitraryTime, (schedule, overrides, atMs) => {
        for (const { userId, source, layer, end } of onDuty(schedule, overrides, atMs).users) {
          const until = Math.min(end, atMs + HORIZON_MS);
          const { shifts, gaps } = plan(schedule, overrides, { start: atMs, end: until });
          assert.deepEqual(gaps, []);
          const isSame = (shift: (typeof shifts)[number] | undefined): boolean =>
            shift?.source === source && shift.layer === layer && shift.users.includes(userId);
          assert.ok(shifts.every(isSame));
          const [following] = plan(schedule, overrides, { start: end, end: end + 1 }).shifts;
          if (end !== Infinity) assert.ok(!isSame(following));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('reports the users on duty after the next change', () => {
    fc.assert(
      fc.property(arbitrarySchedule, arbitraryOverrides, arbitraryTime, (schedule, overrides, atMs) => {
        const change = findChange(schedule, overrides, atMs);
        if (change === undefined) return;
        const next = onDuty(schedule, overrides, atMs).next.map(({ userId }) => userId);
        assert.deepEqual(next.toSorted(), usersAt(schedule, overrides, change).toSorted());
      }),
      { numRuns: 500 },
    );
  });
});
