import assert from 'node:assert/strict';
import { keepOnDuty, onDuty, plan, usersAt, type Layer, type Override, type Schedule } from './index.js';

const at = (text: string): number => Date.parse(text);
const week: Layer = {
  name: 'week',
  users: ['ada', 'grace', 'barbara'],
  length: { unit: 'minutes', count: 7 * 24 * 60 },
  startMs: at('2026-03-02T14:00:00Z'),
  restrictions: [],
  concurrency: 1,
};
const inNewYork = (...layers: Partial<Layer>[]): Schedule => ({
  timeZone: 'America/New_York',
  layers: layers.map((layer, index) => ({ ...week, name: `layer ${index}`, ...layer })),
});
const handoffs = (schedule: Schedule, from: string, to: string): string[] =>
  plan(schedule, [], { start: at(from), end: at(to) }).shifts.map(
    ({ start, users }) => `${iso(start)} ${users.join()}`,
  );
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
const override = (userId: string, start: string, end: string, createdMs: number): Override => ({
  id: `${userId} ${createdMs}`,
  userId,
  start: at(start),
  end: at(end),
  createdMs,
});

describe('the resolver', () => {
  it('keeps the local hand-off of turns of a day or longer over a change of clocks', () => {
    assert.deepEqual(handoffs(inNewYork({}), '2026-03-02T14:00:00Z', '2026-03-20T00:00:00Z'), [
      '2026-03-02T14:00 ada',
      '2026-03-09T13:00 grace',
      '2026-03-16T13:00 barbara',
    ]);
  });

  it('counts turns in hours by elapsed time', () => {
    const length = { unit: 'minutes', count: 12 * 60 } as const;
    const schedule = inNewYork({ length, startMs: at('2026-03-07T14:00:00Z') });
    assert.deepEqual(handoffs(schedule, '2026-03-08T02:00:00Z', '2026-03-09T02:00:00Z'), [
      '2026-03-08T02:00 grace',
      '2026-03-08T14:00 barbara',
    ]);
  });

  it('hands off when a local time is skipped, and at the first of two equal ones', () => {
    const daily = { length: { unit: 'minutes', count: 24 * 60 } as const };
    const spring = inNewYork({ ...daily, startMs: at('2026-03-07T07:30:00Z') });
    assert.deepEqual(handoffs(spring, '2026-03-07T12:00:00Z', '2026-03-09T06:00:00Z').slice(1), [
      '2026-03-08T07:00 grace',
    ]);
    const autumn = inNewYork({ ...daily, startMs: at('2026-10-31T05:30:00Z') });
    assert.deepEqual(handoffs(autumn, '2026-10-31T12:00:00Z', '2026-11-02T06:00:00Z').slice(1), [
      '2026-11-01T05:30 grace',
    ]);
  });

  it('ends months that are shorter on their last day, and counts from the first one', () => {
    const monthly = { length: { unit: 'months', count: 1 } as const, startMs: at('2026-01-31T17:00:00Z') };
    assert.deepEqual(handoffs(inNewYork(monthly), '2026-02-01T00:00:00Z', '2026-05-01T00:00:00Z').slice(1), [
      '2026-02-28T17:00 grace',
      '2026-03-31T16:00 barbara',
      '2026-04-30T16:00 ada',
    ]);
  });

  it('reports no user before the start and after the end of a layer', () => {
    const schedule = inNewYork({ endMs: at('2026-03-10T00:00:00Z') });
    const { gaps } = plan(schedule, [], { start: at('2026-03-01T00:00:00Z'), end: at('2026-03-11T00:00:00Z') });
    assert.deepEqual(
      gaps.map(({ start, end }) => `${iso(start)} ${iso(end)}`),
      ['2026-03-01T00:00 2026-03-02T14:00', '2026-03-10T00:00 2026-03-11T00:00'],
    );
  });

  it('ends the first turn at the hand-off time one length after the day of the start', () => {
    const schedule = inNewYork({ startMs: at('2026-05-04T04:00:00Z'), handoffMinute: 9 * 60 });
    assert.deepEqual(handoffs(schedule, '2026-05-04T04:00:00Z', '2026-05-12T00:00:00Z'), [
      '2026-05-04T04:00 ada',
      '2026-05-11T13:00 grace',
    ]);
  });

  it('lets the last layer that covers a time win, also over midnight and the end of the week', () => {
    const nights = { periodDays: 1, startMinute: 22 * 60, durationMinutes: 8 * 60 } as const;
    // Friday 18:00 to Monday 08:00.
    const weekend = { periodDays: 7, startMinute: 4 * 1440 + 18 * 60, durationMinutes: 62 * 60 } as const;
    const schedule = inNewYork(
      { users: ['base'] },
      { users: ['night'], restrictions: [nights] },
      { users: ['weekend'], restrictions: [weekend] },
    );
    const times: [string, string][] = [
      ['2026-05-05T12:00:00-04:00', 'base'],
      ['2026-05-05T22:00:00-04:00', 'night'],
      ['2026-05-06T05:59:00-04:00', 'night'],
      ['2026-05-06T06:00:00-04:00', 'base'],
      ['2026-05-08T18:00:00-04:00', 'weekend'],
      ['2026-05-11T07:59:00-04:00', 'weekend'],
      ['2026-05-11T08:00:00-04:00', 'base'],
    ];
    for (const [time, user] of times) assert.deepEqual(usersAt(schedule, [], at(time)), [user], time);
  });

  it('puts overrides over all layers, and of two the one that was created last', () => {
    const overrides = [
      override('tony', '2026-05-05T00:00:00Z', '2026-05-06T00:00:00Z', 1),
      override('edsger', '2026-05-05T12:00:00Z', '2026-05-05T13:00:00Z', 2),
      override('late', '2026-05-05T12:30:00Z', '2026-05-05T12:45:00Z', 0),
    ];
    const { users, next } = onDuty(inNewYork({}), overrides, at('2026-05-05T12:30:00Z'));
    assert.deepEqual(
      users.map(({ userId, source, end }) => [userId, source, iso(end)]),
      [['edsger', 'override', '2026-05-05T13:00']],
    );
    assert.deepEqual(
      next.map(({ userId, end }) => [userId, iso(end)]),
      [['tony', '2026-05-06T00:00']],
    );
  });

  it('puts several users on duty at once, who follow each other in the list', () => {
    const schedule = inNewYork({ concurrency: 2 });
    assert.deepEqual(usersAt(schedule, [], at('2026-03-03T00:00:00Z')), ['ada', 'grace']);
    assert.deepEqual(usersAt(schedule, [], at('2026-03-17T00:00:00Z')), ['barbara', 'ada']);
  });

  it('merges the turns of a user who is always on duty, whose duty has no end', () => {
    const { users, next } = onDuty(inNewYork({ users: ['ada'] }), [], at('2026-05-05T12:00:00Z'));
    assert.deepEqual([users.map(({ userId, end }) => [userId, end]), next], [[['ada', Infinity]], []]);
  });
});

describe('a change of the users', () => {
  const now = at('2026-03-10T12:00:00Z'); // grace is on duty until 2026-03-16
  const change = (before: Schedule, users: string[], ms = now, isMember: (user: string) => boolean = () => true) =>
    keepOnDuty(before, inNewYork({ users }), ms, isMember);
  const turns = (schedule: Schedule): string[] =>
    [10, 17, 24, 31].map((day) => usersAt(schedule, [], at(`2026-03-${day}T12:00:00Z`)).join());

  it('keeps the user on duty until the next hand-off, and continues after that user', () => {
    const before = inNewYork({});
    assert.deepEqual(turns(change(before, ['grace', 'ada', 'barbara'])), ['grace', 'ada', 'barbara', 'grace']);
    assert.deepEqual(turns(change(before, ['ada', 'tony', 'grace', 'barbara'])), ['grace', 'barbara', 'ada', 'tony']);
  });

  it('continues with the user who would have followed one who was removed', () => {
    assert.deepEqual(turns(change(inNewYork({}), ['ada', 'barbara'])), ['grace', 'barbara', 'ada', 'barbara']);
    assert.deepEqual(turns(change(inNewYork({}), ['tony'])), ['grace', 'tony', 'tony', 'tony']);
  });

  it('holds when the list changes twice in one turn', () => {
    const once = change(inNewYork({}), ['ada', 'barbara']);
    assert.deepEqual(turns(change(once, ['tony', 'ada', 'barbara'], now + 1)), ['grace', 'barbara', 'tony', 'ada']);
  });

  it('replaces a user who left the organization', () => {
    const changed = change(inNewYork({}), ['ada', 'barbara'], now, (user) => user !== 'grace');
    assert.deepEqual(turns(changed), ['barbara', 'ada', 'barbara', 'ada']);
  });

  it('restarts a layer whose turns changed and whose users did not', () => {
    const moved = keepOnDuty(inNewYork({}), inNewYork({ startMs: at('2026-03-09T12:00:00Z') }), now, () => true);
    assert.deepEqual(usersAt(moved, [], now), ['ada']);
  });
});
