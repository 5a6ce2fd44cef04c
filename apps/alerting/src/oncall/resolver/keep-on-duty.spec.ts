import assert from 'node:assert/strict';
import fc from 'fast-check';
import { keepOnDuty, plan, usersAt, type Layer, type Schedule } from './index.js';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 5, 9);
const USERS = ['ada', 'grace', 'barbara', 'edsger', 'tony'];

const list = fc.uniqueArray(fc.constantFrom(...USERS), { minLength: 1 });
const toSchedule = (users: readonly string[], hours: number): Schedule => {
  const length = { unit: 'minutes', count: hours * 60 } as const;
  const layer: Layer = { name: 'week', users, length, startMs: START_MS, restrictions: [], concurrency: 1 };
  return { timeZone: 'America/New_York', layers: [layer] };
};
const hour = fc.integer({ min: 0, max: 24 * 300 }).map((hours) => START_MS + hours * HOUR_MS);

describe('changes of the users of a layer', () => {
  it('keeps the user on duty until the next hand-off over any number of changes, and then rotates by the list', () => {
    fc.assert(
      fc.property(
        list,
        fc.constantFrom(12, 24, 168),
        fc.array(fc.tuple(hour, list), { minLength: 1, maxLength: 4 }),
        run,
      ),
      { numRuns: 200 },
    );
  });

  function run(
    users: readonly string[],
    hours: number,
    changes: readonly (readonly [number, readonly string[]])[],
  ): void {
    let schedule = toSchedule(users, hours);
    for (const [atMs, changed] of changes.toSorted(([a], [b]) => a - b)) {
      const before = usersAt(schedule, [], atMs);
      schedule = keepOnDuty(schedule, toSchedule(changed, hours), atMs, () => true);
      const turns = plan(schedule, [], { start: atMs, end: atMs + (changed.length + 3) * hours * HOUR_MS }).shifts;
      assert.deepEqual(turns[0]?.users, before, 'on duty at the change');
      const following = turns.slice(1).map((turn) => turn.users[0] ?? '');
      for (const [index, user] of following.entries()) {
        const place = (changed.indexOf(following[0] ?? '') + index) % changed.length;
        assert.equal(user, changed[place], 'the list in order');
      }
      const kept = changed.indexOf(before[0] ?? '');
      if (kept >= 0) assert.equal(following[0], changed[(kept + 1) % changed.length], 'after the user on duty');
    }
  }
});
