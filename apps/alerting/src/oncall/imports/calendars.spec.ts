import { rounds } from '@svc/test-servers';
import fc from 'fast-check';
import { agreeCalendar, calendarOf, eventOf } from '../testing/calendar-duty.js';
import { isTooLarge, NOW_MS, STEP_MS } from '../testing/import-judge.js';

/** Documents of each property. */
const RUNS = rounds(15);

describe('calendars', () => {
  const cases: readonly [string, readonly string[]][] = [
    [
      'weeks of three people in turn, over the change of clocks',
      ['0105', '0112', '0119'].map((day, index) =>
        eventOf(['ann', 'bob', 'cem'][index] ?? '', [
          `DTSTART;TZID=Europe/Berlin:2026${day}T090000`,
          `DTEND;TZID=Europe/Berlin:2026${['0112', '0119', '0126'][index]}T090000`,
          'RRULE:FREQ=WEEKLY;INTERVAL=3',
        ]),
      ),
    ],
    [
      'every second week of one person, and nobody between',
      [eventOf('ann', ['DTSTART;TZID=Europe/Berlin:20260105T090000', 'DURATION:P7D', 'RRULE:FREQ=WEEKLY;INTERVAL=2'])],
    ],
    [
      'days of the week, weekends and nights',
      [
        eventOf('ann', [
          'DTSTART;TZID=Europe/Berlin:20260105T090000',
          'DURATION:PT8H',
          'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
        ]),
        eventOf('bob', ['DTSTART;TZID=Europe/Berlin:20260110T000000', 'DURATION:P2D', 'RRULE:FREQ=WEEKLY;BYDAY=SA']),
        eventOf('cem', ['DTSTART;TZID=Europe/Berlin:20260105T220000', 'DURATION:PT8H', 'RRULE:FREQ=DAILY']),
      ],
    ],
    [
      'days that are left out, moved and given to another person',
      [
        eventOf(
          'ann',
          [
            'DTSTART;TZID=Europe/Berlin:20260105T090000',
            'DURATION:PT8H',
            'RRULE:FREQ=WEEKLY;BYDAY=MO,WE',
            'EXDATE;TZID=Europe/Berlin:20260311T090000,20260323T090000',
          ],
          'one',
        ),
        eventOf(
          'bob',
          [
            'RECURRENCE-ID;TZID=Europe/Berlin:20260316T090000',
            'DTSTART;TZID=Europe/Berlin:20260316T090000',
            'DURATION:PT8H',
          ],
          'one',
        ),
        eventOf(
          'ann',
          [
            'RECURRENCE-ID;TZID=Europe/Berlin:20260330T090000',
            'DTSTART;TZID=Europe/Berlin:20260331T100000',
            'DURATION:PT8H',
          ],
          'one',
        ),
      ],
    ],
    [
      'whole days, single and monthly ones, and an end',
      [
        eventOf('ann', [
          'DTSTART;VALUE=DATE:20260105',
          'DTEND;VALUE=DATE:20260112',
          'RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20260401',
        ]),
        eventOf('bob', [
          'DTSTART;VALUE=DATE:20260112',
          'DTEND;VALUE=DATE:20260119',
          'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=6',
        ]),
        eventOf('cem', ['DTSTART:20260320T180000Z', 'DTEND:20260321T060000Z']),
        eventOf('dan', ['DTSTART;VALUE=DATE:20260131', 'DTEND;VALUE=DATE:20260201', 'RRULE:FREQ=MONTHLY']),
        eventOf('eve', [
          'DTSTART;TZID=Europe/Berlin:20260202T080000',
          'DURATION:PT4H',
          'RRULE:FREQ=MONTHLY;BYDAY=1MO,-1FR',
        ]),
      ],
    ],
    [
      'two people at once, and zones whose clocks change on other days',
      [
        eventOf('ann', ['DTSTART;TZID=Europe/Berlin:20260105T090000', 'DURATION:PT12H', 'RRULE:FREQ=DAILY']),
        eventOf('bob', ['DTSTART;TZID=America/New_York:20260105T090000', 'DURATION:PT12H', 'RRULE:FREQ=DAILY']),
        eventOf('cem', ['DTSTART;TZID=Europe/Berlin:20260105T120000', 'DURATION:PT3H', 'RRULE:FREQ=DAILY;INTERVAL=2']),
        eventOf('dan', ['DTSTART;TZID=Europe/Berlin:20260106T120000', 'DURATION:PT3H', 'RRULE:FREQ=DAILY;INTERVAL=2']),
      ],
    ],
    [
      'levels',
      [
        eventOf('[L1] ann', ['DTSTART;TZID=Europe/Berlin:20260105T000000', 'DURATION:P7D', 'RRULE:FREQ=WEEKLY']),
        eventOf('[L2] bob', ['DTSTART;TZID=Europe/Berlin:20260105T090000', 'DURATION:PT4H', 'RRULE:FREQ=DAILY']),
        eventOf('[L2] cem', ['DTSTART;TZID=Europe/Berlin:20260105T120000', 'DURATION:PT4H', 'RRULE:FREQ=DAILY']),
        eventOf('[L1] dan', ['DTSTART;TZID=Europe/Berlin:20260305T080000', 'DURATION:PT9H']),
        eventOf('[L3] eve', ['DTSTART;TZID=Europe/Berlin:20260306T080000', 'DURATION:PT9H']),
      ],
    ],
  ];
  for (const [name, events] of cases) it(`have on duty whom ical.js has: ${name}`, () => agreeCalendar(events));

  it('have on duty whom ical.js has in the autumn', () => {
    const start = Date.parse('2026-10-01T00:00:00Z');
    for (const [, events] of cases.slice(0, 3)) agreeCalendar(events, 6, start);
  });

  const two = (number: number): string => String(number).padStart(2, '0');
  const day = fc.integer({ min: 1, max: 28 });
  const recurrence = fc.oneof(
    fc.record({
      freq: fc.constant('DAILY'),
      interval: fc.integer({ min: 1, max: 14 }),
      days: fc.constant<string[]>([]),
    }),
    fc.record({
      freq: fc.constant('WEEKLY'),
      interval: fc.integer({ min: 1, max: 4 }),
      days: fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']),
    }),
  );
  const arbitraryEvent = (zones: readonly string[], levels: readonly string[]): fc.Arbitrary<string> =>
    fc
      .record({
        person: fc.constantFrom('ann', 'bob', 'cem'),
        month: fc.constantFrom(1, 2, 4),
        day,
        hour: fc.integer({ min: 4, max: 23 }),
        zone: fc.constantFrom(...zones),
        hours: fc.constantFrom(4, 8, 12, 24, 48, 120, 168, 336),
        recurrence,
        end: fc.constantFrom('', ';COUNT=5', ';UNTIL=20260420T120000Z'),
        level: fc.constantFrom(...levels),
      })
      .map(({ person, month, day: date, hour, zone, hours, recurrence: { freq, interval, days }, end, level }) => {
        const start = new Date(Date.UTC(2026, month - 1, date));
        // A rule is expected to have its first day among its days.
        const own = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][start.getUTCDay()] ?? '';
        const byDay = days.length > 0 ? `;BYDAY=${[...new Set([...days, own])].join(',')}` : '';
        return eventOf(`${level}${person}`, [
          `DTSTART;TZID=${zone}:2026${two(month)}${two(date)}T${two(hour)}0000`,
          `DURATION:PT${hours}H`,
          `RRULE:FREQ=${freq};INTERVAL=${interval}${byDay}${end}`,
        ]);
      });

  const zones = ['Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Kolkata'];
  const anyEvents = fc.oneof(
    fc.array(arbitraryEvent(zones, ['']), { minLength: 1, maxLength: 5 }),
    fc.array(arbitraryEvent(['Europe/Berlin'], ['', '[L1] ', '[L2] ']), { minLength: 1, maxLength: 5 }),
  );
  it('have on duty whom ical.js has, whatever repeats', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        fc.pre(!isTooLarge('ical', calendarOf(events)));
        agreeCalendar(events, 5, NOW_MS, 2 * STEP_MS);
      }),
      { numRuns: RUNS },
    );
  });
});
