import { rounds } from '@svc/test-servers';
import fc from 'fast-check';
import {
  agree,
  DAY_MS,
  inWindows,
  localMinutes,
  modulo,
  NOW_MS,
  STEP_MS,
  WEEK,
  type OnDuty,
} from '../testing/import-judge.js';

/** Documents of each property. */
const RUNS = rounds(15);

describe('PagerDuty', () => {
  const ids = ['PA', 'PB', 'PC'];
  const users = ids.map((id, index) => ({ id, email: `${['ann', 'bob', 'cem'][index]}@example.com`, summary: 'x' }));
  const address = (id: string): string => users.find((user) => user.id === id)?.email ?? '';
  interface Layer {
    name: string;
    start: string;
    end?: string | undefined;
    rotation_virtual_start: string;
    rotation_turn_length_seconds: number;
    users: { user: { id: string } }[];
    restrictions: { type: string; start_day_of_week?: number; start_time_of_day: string; duration_seconds: number }[];
  }
  /** The first layer has the highest precedence; times are local. */
  const expected =
    (
      layers: readonly Layer[],
      zone: string,
      overrides: readonly { start: string; end: string; user: { id: string } }[],
    ): OnDuty =>
    (ms) => {
      const override = overrides.find(({ start, end }) => Date.parse(start) <= ms && ms < Date.parse(end));
      if (override) return [address(override.user.id)];
      const now = localMinutes(ms, zone);
      for (const layer of layers) {
        if (ms < Date.parse(layer.start) || ms >= Date.parse(layer.end ?? '2100-01-01T00:00:00Z')) continue;
        const windows = layer.restrictions.map(
          ({ type, start_day_of_week = 1, start_time_of_day, duration_seconds }) => {
            const [hours = 0, minutes = 0] = start_time_of_day.split(':').map(Number);
            const start = (start_day_of_week - 1) * 1_440 + hours * 60 + minutes;
            const isDaily = type === 'daily_restriction';
            return [isDaily ? hours * 60 + minutes : start, duration_seconds / 60, isDaily ? 1_440 : WEEK] as const;
          },
        );
        if (!inWindows(now, windows)) continue;
        const into = now - localMinutes(Date.parse(layer.rotation_virtual_start), zone);
        const turn = Math.floor(into / (layer.rotation_turn_length_seconds / 60));
        return [address(layer.users[modulo(turn, layer.users.length)]?.user.id ?? '')];
      }
      return [];
    };
  const member = (id: string): { user: { id: string } } => ({ user: { id } });
  const sourceOf = (layers: readonly Layer[], zone: string, overrides: readonly unknown[]): unknown => ({
    schedule: { name: 'Primary', time_zone: zone, schedule_layers: layers, final_schedule: { name: 'Final' } },
    users,
    overrides,
  });

  it('has on duty whom its rules have: weeks, nights, weekends and overrides, in spring and autumn', () => {
    const layers: Layer[] = [
      {
        name: 'Weekend',
        start: '2026-01-03T00:00:00+01:00',
        rotation_virtual_start: '2025-11-08T00:00:00+01:00',
        rotation_turn_length_seconds: 604_800,
        users: ['PC', 'PA'].map(member),
        restrictions: [
          {
            type: 'weekly_restriction',
            start_day_of_week: 6,
            start_time_of_day: '00:00:00',
            duration_seconds: 172_800,
          },
        ],
      },
      {
        name: 'Night',
        start: '2026-01-01T20:00:00+01:00',
        rotation_virtual_start: '2026-01-01T20:00:00+01:00',
        rotation_turn_length_seconds: 86_400,
        users: ['PB', 'PC', 'PA'].map(member),
        restrictions: [{ type: 'daily_restriction', start_time_of_day: '22:00:00', duration_seconds: 28_800 }],
      },
      {
        name: 'Week',
        start: '2026-03-11T15:00:00+01:00',
        rotation_virtual_start: '2025-06-02T09:00:00+02:00',
        rotation_turn_length_seconds: 1_209_600,
        users: ['PA', 'PB', 'PC'].map(member),
        restrictions: [],
      },
      {
        name: 'Before',
        start: '2025-01-01T00:00:00+01:00',
        end: '2026-03-11T15:00:00+01:00',
        rotation_virtual_start: '2025-01-01T00:00:00+01:00',
        rotation_turn_length_seconds: 43_200,
        users: ['PA', 'PB'].map(member),
        restrictions: [],
      },
    ];
    const overrides = [
      { id: 'O1', start: '2026-03-10T08:00:00+01:00', end: '2026-03-12T08:00:00+01:00', ...member('PC') },
      { id: 'O2', start: '2026-03-28T20:00:00+01:00', end: '2026-03-29T20:00:00+02:00', ...member('PB') },
    ];
    for (const zone of ['Europe/Berlin', 'America/New_York'])
      for (const start of [NOW_MS, Date.parse('2026-10-05T00:00:00Z')])
        agree('pagerduty', sourceOf(layers, zone, overrides), expected(layers, zone, overrides), 9, start);
  });

  const time = fc
    .record({ hour: fc.integer({ min: 4, max: 23 }), half: fc.boolean() })
    .map(({ hour, half }) => `${String(hour).padStart(2, '0')}:${half ? '30' : '00'}:00`);
  const arbitraryLayer = fc.record({
    name: fc.constantFrom('a', 'b'),
    start: fc
      .integer({ min: 0, max: 80 })
      .map((days) => new Date(Date.UTC(2026, 0, 1, 9) + days * DAY_MS).toISOString()),
    end: fc.option(
      fc.integer({ min: 90, max: 99 }).map((days) => new Date(Date.UTC(2026, 0, 1, 5) + days * DAY_MS).toISOString()),
      { nil: undefined },
    ),
    rotation_virtual_start: fc
      .integer({ min: 0, max: 800 })
      .map((hours) => new Date(Date.UTC(2025, 10, 1) + hours * 6 * 3_600_000 + 9 * 3_600_000).toISOString()),
    rotation_turn_length_seconds: fc.constantFrom(86_400, 172_800, 604_800, 1_209_600, 28_800, 43_200),
    users: fc.array(fc.constantFrom(...ids).map(member), { minLength: 1, maxLength: 4 }),
    restrictions: fc.oneof(
      fc.constant<Layer['restrictions']>([]),
      fc.array(
        fc.record({
          type: fc.constant('daily_restriction'),
          start_time_of_day: time,
          duration_seconds: fc.constantFrom(14_400, 36_000, 86_400),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      fc.array(
        fc.record({
          type: fc.constant('weekly_restriction'),
          start_day_of_week: fc.integer({ min: 1, max: 7 }),
          start_time_of_day: time,
          duration_seconds: fc.constantFrom(14_400, 36_000, 86_400, 172_800, 604_800),
        }),
        { minLength: 1, maxLength: 12 },
      ),
    ),
  });
  it('has on duty whom its rules have, whatever the layers', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryLayer, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC'),
        (layers, zone) => {
          agree('pagerduty', sourceOf(layers, zone, []), expected(layers, zone, []), 6, NOW_MS, 2 * STEP_MS);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
