import { rounds } from '@svc/test-servers';
import fc from 'fast-check';
import {
  agree,
  DAY_MS,
  inWindows,
  isTooLarge,
  localMinutes,
  modulo,
  NOW_MS,
  STEP_MS,
  WEEK,
  type OnDuty,
} from '../testing/import-judge.js';

/** Documents of each property. */
const RUNS = rounds(15);

describe('Opsgenie', () => {
  const person = (name: string): object => ({ type: 'user', username: `${name}@example.com` });
  interface Rotation {
    id: string;
    name: string;
    startDate: string;
    endDate?: string | undefined;
    type: string;
    length: number;
    participants: object[];
    timeRestriction?: { type: string; restriction?: Clock; restrictions?: Clock[] } | undefined;
  }
  interface Clock {
    startDay?: string;
    startHour: number;
    startMin: number;
    endDay?: string;
    endHour: number;
    endMin: number;
  }
  const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const minutesOf: Record<string, number> = { hourly: 60, daily: 1_440, weekly: WEEK };
  /** All rotations are on duty, by local time alone. */
  const expected =
    (rotations: readonly Rotation[], zone: string): OnDuty =>
    (ms) => {
      const now = localMinutes(ms, zone);
      return rotations.flatMap(({ startDate, endDate, type, length, participants, timeRestriction }) => {
        if (ms < Date.parse(startDate) || ms >= Date.parse(endDate ?? '2100-01-01T00:00:00Z')) return [];
        const clocks =
          timeRestriction?.restrictions ?? (timeRestriction?.restriction ? [timeRestriction.restriction] : []);
        const windows = clocks.map((clock) => {
          const period = clock.startDay === undefined ? 1_440 : WEEK;
          const start =
            Math.max(0, DAY_NAMES.indexOf(clock.startDay ?? '')) * 1_440 + clock.startHour * 60 + clock.startMin;
          const end = Math.max(0, DAY_NAMES.indexOf(clock.endDay ?? '')) * 1_440 + clock.endHour * 60 + clock.endMin;
          return [start, modulo(end - start, period) || period, period] as const;
        });
        if (!inWindows(now, windows)) return [];
        const turn = Math.floor((now - localMinutes(Date.parse(startDate), zone)) / ((minutesOf[type] ?? 0) * length));
        const found = participants[modulo(turn, participants.length)];
        return found && 'username' in found ? [String(found.username)] : [];
      });
    };
  const sourceOf = (rotations: readonly Rotation[], timezone: string): unknown => ({
    data: { id: 's', name: 'Ops', timezone, enabled: true, rotations },
    took: 0.1,
    requestId: 'r',
  });

  it('has on duty whom its rules have: all rotations, turns of no one, days and nights', () => {
    const rotations: Rotation[] = [
      {
        id: 'a',
        name: 'Weeks',
        startDate: '2026-01-05T08:00:00Z',
        type: 'weekly',
        length: 1,
        participants: ['ann', 'bob', 'cem'].map(person),
      },
      {
        id: 'b',
        name: 'Weekends',
        startDate: '2026-01-03T23:00:00Z',
        type: 'weekly',
        length: 2,
        participants: [person('dan'), { type: 'none' }],
        timeRestriction: {
          type: 'weekday-and-time-of-day',
          restrictions: [{ startDay: 'friday', startHour: 18, startMin: 0, endDay: 'monday', endHour: 8, endMin: 30 }],
        },
      },
      {
        id: 'c',
        name: 'Halves of days',
        startDate: '2026-01-05T07:00:00Z',
        type: 'hourly',
        length: 12,
        participants: ['eve', 'fay', 'gus'].map(person),
      },
      {
        id: 'd',
        name: 'Nights',
        startDate: '2026-03-20T21:00:00Z',
        endDate: '2026-04-20T03:00:00Z',
        type: 'daily',
        length: 1,
        participants: ['hal', 'ida'].map(person),
        timeRestriction: { type: 'time-of-day', restriction: { startHour: 22, startMin: 0, endHour: 6, endMin: 0 } },
      },
    ];
    for (const zone of ['Europe/Berlin', 'America/New_York'])
      for (const start of [NOW_MS, Date.parse('2026-10-05T00:00:00Z')])
        agree('opsgenie', sourceOf(rotations, zone), expected(rotations, zone), 9, start);
  });

  const clock = {
    startHour: fc.integer({ min: 4, max: 23 }),
    startMin: fc.constantFrom(0, 30),
    endHour: fc.integer({ min: 4, max: 23 }),
    endMin: fc.constantFrom(0, 30),
  };
  const dayName = fc.constantFrom(...DAY_NAMES);
  const arbitraryRotation = fc.record({
    id: fc.uuid(),
    name: fc.constantFrom('a', 'b', 'c'),
    startDate: fc
      .integer({ min: 0, max: 80 })
      .map((days) => new Date(Date.UTC(2026, 0, 1, 9) + days * DAY_MS).toISOString()),
    type: fc.constantFrom('daily', 'weekly'),
    length: fc.integer({ min: 1, max: 3 }),
    participants: fc.array(fc.constantFrom(person('ann'), person('bob'), person('cem'), { type: 'none' }), {
      minLength: 1,
      maxLength: 4,
    }),
    timeRestriction: fc.option(
      fc.oneof(
        fc.record({ type: fc.constant('time-of-day'), restriction: fc.record(clock) }),
        fc.record({
          type: fc.constant('weekday-and-time-of-day'),
          restrictions: fc.array(fc.record({ ...clock, startDay: dayName, endDay: dayName }), {
            minLength: 1,
            maxLength: 4,
          }),
        }),
      ),
      { nil: undefined },
    ),
  });
  it('has on duty whom its rules have, whatever the rotations', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryRotation, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC'),
        (rotations, zone) => {
          const source = sourceOf(rotations, zone);
          fc.pre(!isTooLarge('opsgenie', source));
          agree('opsgenie', source, expected(rotations, zone), 6, NOW_MS, 2 * STEP_MS);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
