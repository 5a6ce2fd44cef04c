import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { translateSchedules, type ScheduleFormat } from './index.js';

const LIMITS = { nowMs: Date.parse('2026-03-02T12:00:00Z'), maxBytes: 1_000_000, maxItems: 5_000 };
const FORMATS: readonly ScheduleFormat[] = ['opsgenie', 'pagerduty', 'grafana-oncall', 'goalert', 'ical'];

const translate = (format: ScheduleFormat, source: unknown) =>
  translateSchedules(format, Buffer.from(typeof source === 'string' ? source : JSON.stringify(source)), LIMITS);
const refused = (code: string, field: string) => (error: unknown) =>
  error instanceof ServiceError && error.code === code && error.message.startsWith(field);
const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');
const rotation = {
  name: 'Weeks',
  startDate: '2026-01-05T08:00:00Z',
  type: 'weekly',
  participants: [
    { type: 'user', username: 'ann@example.com' },
    { type: 'user', username: 'bob@example.com' },
  ],
};
const opsgenie = (changes: object, rest: object = {}): unknown => ({
  data: { name: 'Ops', timezone: 'Europe/Berlin', rotations: [{ ...rotation, ...changes }], ...rest },
});

describe('the translation of schedules', () => {
  it('writes the body of a schedule', () => {
    const source = opsgenie({
      timeRestriction: { type: 'time-of-day', restriction: { startHour: 22, startMin: 0, endHour: 6, endMin: 30 } },
    });
    const { schedules, people } = translate('opsgenie', source);
    assert.deepEqual(schedules, [
      {
        schedule: {
          name: 'Ops',
          time_zone: 'Europe/Berlin',
          layers: [
            {
              name: 'Weeks',
              users: ['ann@example.com', 'bob@example.com'],
              rotation_length: '1w',
              start_at: '2026-01-05T08:00:00Z',
              restrictions: [{ type: 'daily', start_time: '22:00', end_time: '06:30' }],
            },
          ],
        },
        overrides: [],
      },
    ]);
    assert.deepEqual(people, [
      { person: 'ann@example.com', path: 'data.rotations[0].participants[0]' },
      { person: 'bob@example.com', path: 'data.rotations[0].participants[1]' },
    ]);
  });

  it('reports what was kept, changed and dropped, by path or line', () => {
    const source = opsgenie(
      { participants: [...rotation.participants, { type: 'team', name: 'Core' }] },
      { description: 'd', enabled: false },
    );
    const found = translate('opsgenie', source).report.map(({ path, what, outcome }) => [path, what, outcome]);
    assert.deepEqual(found.slice(0, 4), [
      ['data.rotations[0].participants[2]', 'Core', 'changed'],
      ['data.rotations[0]', 'Weeks', 'changed'],
      ['data.enabled', 'Ops', 'changed'],
      ['data.description', 'description', 'dropped'],
    ]);
    const lines = translate(
      'ical',
      calendar('DTSTART:20260105T090000Z', 'DURATION:P7D', 'RRULE:FREQ=WEEKLY', 'SUMMARY:ann', 'LOCATION:x'),
    );
    assert.deepEqual(
      lines.report.map(({ line, what, outcome }) => [line, what, outcome]),
      [
        [2, 'ann', 'kept'],
        [7, 'LOCATION', 'dropped'],
      ],
    );
  });

  it('reads the name of a schedule before it reports the members that it does not read', () => {
    const shift = { id: 's', type: 'single_event', start: '2026-03-09T09:00:00', duration: 3600, users: ['ann'] };
    const sources: readonly [ScheduleFormat, unknown][] = [
      ['opsgenie', opsgenie({}, { enabled: true })],
      ['pagerduty', { schedule: { name: 'Ops', schedule_layers: [] } }],
      ['grafana-oncall', { schedule: { name: 'Ops', shifts: ['s'] }, on_call_shifts: [shift] }],
      ['goalert', { data: { schedule: { name: 'Ops', targets: [] } } }],
    ];
    for (const [format, source] of sources) {
      const { report } = translate(format, source);
      assert.deepEqual(
        report.filter(({ what }) => ['name', 'enabled'].includes(what)),
        [],
        format,
      );
    }
  });

  const refusals: readonly [string, ScheduleFormat, unknown, string][] = [
    ['text that is no JSON', 'pagerduty', '{', 'body'],
    ['a document that is no object', 'goalert', [], 'body'],
    ['a length of zero', 'opsgenie', opsgenie({ length: 0 }), 'data.rotations[0].length'],
    ['a type that is not known', 'opsgenie', opsgenie({ type: 'yearly' }), 'data.rotations[0].type'],
    ['a time without a zone', 'opsgenie', opsgenie({ startDate: '2026-01-05' }), 'data.rotations[0].startDate'],
    ['a time zone that is not known', 'pagerduty', { schedule: { time_zone: 'Mars/Base' } }, 'schedule.time_zone'],
    ['a calendar without an end', 'ical', 'BEGIN:VCALENDAR\r\nVERSION:2.0', 'line 1'],
    ['an event without a start', 'ical', calendar('SUMMARY:ann'), 'line 2'],
    ['a day that does not exist', 'ical', calendar('DTSTART:20260230T090000Z', 'SUMMARY:ann'), 'line 3'],
  ];
  for (const [name, format, source, field] of refusals)
    it(`refuses ${name}`, () => assert.throws(() => translate(format, source), refused('invalid_request', field)));

  it('refuses a source with too many parts', () => {
    const many = { ...LIMITS, maxItems: 3 };
    const source = Buffer.from(JSON.stringify(opsgenie({})));
    assert.throws(() => translateSchedules('opsgenie', source, many), refused('payload_too_large', ''));
    assert.throws(
      () => translateSchedules('opsgenie', source, { ...LIMITS, maxBytes: 9 }),
      refused('payload_too_large', ''),
    );
    const hourly = { ...rotation, type: 'hourly' };
    const parts = opsgenie({}, { rotations: Array.from({ length: 42 }, () => hourly) });
    assert.throws(() => translate('opsgenie', parts), refused('payload_too_large', ''));
  });

  /** A value in the place of any other one. */
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(-1, 0, 0.5, 1e300, '', '9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z'),
  );
  const sources: readonly [ScheduleFormat, unknown][] = [
    ['opsgenie', opsgenie({ length: 1, endDate: '2027-01-01T00:00:00Z' })],
    [
      'pagerduty',
      {
        schedule: {
          time_zone: 'UTC',
          schedule_layers: [
            {
              start: '2026-01-01T00:00:00Z',
              rotation_virtual_start: '2026-01-01T00:00:00Z',
              rotation_turn_length_seconds: 86_400,
              users: [{ user: { id: 'a' } }, { user: { id: 'b' } }],
              restrictions: [{ type: 'daily_restriction', start_time_of_day: '08:00:00', duration_seconds: 60 }],
            },
          ],
        },
      },
    ],
    [
      'grafana-oncall',
      {
        schedule: { time_zone: 'UTC' },
        on_call_shifts: [
          {
            type: 'rolling_users',
            start: '2026-01-01T00:00:00',
            duration: 3600,
            frequency: 'weekly',
            interval: 1,
            until: '2027-01-01T00:00:00',
            by_day: ['MO'],
            rolling_users: [['a'], ['b']],
          },
        ],
      },
    ],
    [
      'goalert',
      {
        schedule: {
          timeZone: 'UTC',
          targets: [{ target: { id: 'r', type: 'rotation' }, rules: [{ start: '00:00', end: '00:00' }] }],
        },
        rotations: [
          {
            id: 'r',
            type: 'daily',
            shiftLength: 1,
            start: '2026-01-01T00:00:00Z',
            userIDs: ['a', 'b'],
            activeUserIndex: 0,
          },
        ],
        userOverrides: [
          { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z', addUserID: 'c', removeUserID: 'a' },
        ],
      },
    ],
  ];
  const replaced = (value: unknown, other: unknown, steps: { left: number }): unknown => {
    if (steps.left-- === 0) return other;
    if (Array.isArray(value)) return value.map((item: unknown) => replaced(item, other, steps));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, other, steps)]));
  };
  const onlyServiceErrors = (format: ScheduleFormat, source: unknown): void => {
    try {
      translate(format, source);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  };

  it('throws nothing but service errors, whatever a member is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...sources), odd, fc.nat({ max: 40 }), ([format, source], other, left) =>
        onlyServiceErrors(format, replaced(source, other, { left })),
      ),
      { numRuns: 500 },
    );
  });

  it('throws nothing but service errors, whatever the text is', () => {
    const part = fc.constantFrom(
      'FREQ=DAILY',
      'FREQ=MONTHLY',
      'INTERVAL=9999',
      'COUNT=99999',
      'UNTIL=19000101',
      'BYDAY=5MO',
      'BYMONTHDAY=31',
      'BYSETPOS=1',
    );
    const line = fc.oneof(
      fc.constantFrom(
        'DTSTART:19000101',
        'DTSTART;TZID=Nowhere:20260105T090000',
        'DTEND:22001231',
        'DURATION:-P1W',
        'DURATION:P99999W',
        'SUMMARY:a',
        'EXDATE:20260105',
        'RECURRENCE-ID:20260105T000000Z',
        'UID:u',
        'END:VEVENT',
        'BEGIN:VEVENT',
        ' x',
      ),
      fc.array(part, { maxLength: 5 }).map((parts) => `RRULE:${parts.join(';')}`),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom(...FORMATS), (lines, format) =>
        onlyServiceErrors(format, calendar('DTSTART;TZID=Europe/Berlin:20260105T090000', 'SUMMARY:ann', ...lines)),
      ),
      { numRuns: 500 },
    );
  });
});
