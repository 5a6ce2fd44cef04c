import assert from 'node:assert/strict';
import { rounds } from '@svc/test-servers';
import fc from 'fast-check';
import { arbitraryLayers, arbitraryOverrides } from '../testing/arbitrary-schedule.js';
import { walk } from '../testing/minute-walker.js';
import { onDuty, plan, type Override, type Schedule } from './index.js';

const MINUTE_MS = 60_000;
const ZONES = [
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Australia/Sydney',
  'America/Sao_Paulo',
  'Pacific/Chatham',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'UTC',
];
const SPAN = { start: Date.UTC(2024, 0, 1), end: Date.UTC(2029, 0, 1) };
/** Schedules for each zone. */
const RUNS = rounds(1);
/** Minutes between two at which the state is resolved on its own, besides the plan. */
const SAMPLE_MINUTES = 40_009;

function checkFiveYears(schedule: Schedule, overrides: readonly Override[]): void {
  const { shifts } = plan(schedule, overrides, SPAN);
  let [at, index, untilSample] = [SPAN.start, 0, 1];
  for (const expected of walk(schedule, overrides, SPAN.start, SPAN.end)) {
    while ((shifts[index]?.end ?? Infinity) <= at) index++;
    const shift = shifts[index];
    const planned = shift && shift.start <= at ? shift.users : [];
    if (!isSame(planned, expected)) assert.deepEqual(planned, expected, `plan at ${new Date(at).toISOString()}`);
    if (--untilSample === 0) {
      untilSample = SAMPLE_MINUTES;
      const { users } = onDuty(schedule, overrides, at);
      const resolved = users.map(({ userId }) => userId).toSorted();
      assert.deepEqual(resolved, expected.toSorted(), `state at ${new Date(at).toISOString()}`);
    }
    at += MINUTE_MS;
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((item, place) => item === b[place]));
}

describe('who is on duty in each minute of five years', () => {
  for (const timeZone of ZONES)
    it(`follows the rules in ${timeZone}`, () => {
      fc.assert(
        fc.property(arbitraryLayers, arbitraryOverrides, (layers, overrides) =>
          checkFiveYears(
            { timeZone, layers },
            // Created at different times: IDs decide between equal ones, which a spec of their own covers.
            overrides.map((override, index) => ({ ...override, createdMs: index })),
          ),
        ),
        { numRuns: RUNS },
      );
    });
});
