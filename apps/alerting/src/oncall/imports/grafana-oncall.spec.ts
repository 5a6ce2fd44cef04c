import { calendarDuty, calendarOf, eventOf } from '../testing/calendar-duty.js';
import { agree, DAY_MS, NOW_MS } from '../testing/import-judge.js';

describe('Grafana OnCall', () => {
  it('has on duty whom ical.js has: levels, groups who take turns, overrides', () => {
    const users = ['ann', 'bob', 'cem', 'dan'].map((name, index) => ({
      id: `U${index}`,
      username: name,
      email: `${name}@example.com`,
    }));
    const shifts = [
      {
        id: 'S1',
        name: 'Weeks',
        type: 'rolling_users',
        level: 1,
        start: '2026-01-07T08:00:00',
        duration: 32_400,
        frequency: 'weekly',
        interval: 1,
        week_start: 'MO',
        by_day: ['MO', 'TU', 'WE', 'TH', 'FR'],
        rolling_users: [['U0'], ['U1', 'U2'], ['U3']],
        start_rotation_from_user_index: 1,
      },
      {
        id: 'S2',
        name: 'Nights',
        type: 'rolling_users',
        level: 1,
        start: '2026-01-05T17:00:00',
        duration: 54_000,
        frequency: 'daily',
        interval: 1,
        rolling_users: [['U2'], ['U3']],
      },
      {
        id: 'S3',
        name: 'Lunch',
        type: 'recurrent_event',
        level: 2,
        start: '2026-01-05T12:00:00',
        duration: 3_600,
        frequency: 'weekly',
        by_day: ['TU'],
        users: ['U0'],
      },
      {
        id: 'S4',
        name: 'Fair',
        type: 'single_event',
        level: 2,
        start: '2026-03-04T06:00:00',
        duration: 36_000,
        users: ['U1', 'U0'],
      },
      {
        id: 'S5',
        name: 'Swap',
        type: 'override',
        start: '2026-03-10T06:00:00',
        duration: 86_400,
        rolling_users: [['U3']],
      },
    ];
    const source = {
      schedule: { id: 'X', name: 'Web', type: 'web', time_zone: 'Europe/Berlin', shifts: shifts.map(({ id }) => id) },
      on_call_shifts: { count: 5, next: null, results: shifts },
      users: { results: users },
    };
    const zoned = 'TZID=Europe/Berlin';
    // The events that OnCall makes of its shifts: one for each user, a group every so many intervals.
    const weekly = (person: string, start: string): string =>
      eventOf(`[L1] ${person}@example.com`, [
        `DTSTART;${zoned}:${start}`,
        'DURATION:PT9H',
        'RRULE:FREQ=WEEKLY;INTERVAL=3;WKST=MO;BYDAY=MO,TU,WE,TH,FR',
      ]);
    const daily = (person: string, start: string): string =>
      eventOf(`[L1] ${person}@example.com`, [
        `DTSTART;${zoned}:${start}`,
        'DURATION:PT15H',
        'RRULE:FREQ=DAILY;INTERVAL=2',
      ]);
    const events = [
      weekly('bob', '20260107T080000'),
      weekly('cem', '20260107T080000'),
      weekly('dan', '20260112T080000'),
      weekly('ann', '20260119T080000'),
      daily('cem', '20260105T170000'),
      daily('dan', '20260106T170000'),
      eventOf('[L2] ann@example.com', [
        `DTSTART;${zoned}:20260106T120000`,
        'DURATION:PT1H',
        'RRULE:FREQ=WEEKLY;BYDAY=TU',
      ]),
      ...['bob', 'ann'].map((person) =>
        eventOf(`[L2] ${person}@example.com`, [`DTSTART;${zoned}:20260304T060000`, 'DURATION:PT10H']),
      ),
      eventOf('[L9] dan@example.com', [`DTSTART;${zoned}:20260310T060000`, 'DURATION:P1D']),
    ];
    for (const start of [NOW_MS, Date.parse('2026-10-05T00:00:00Z')])
      agree('grafana-oncall', source, calendarDuty(calendarOf(events), start, start + 63 * DAY_MS), 9, start);
  });
});
