import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import {
  EventsFunnelRequestSchema,
  EventsFunnelResponseSchema,
  EventsRetentionRequestSchema,
  EventsRetentionResponseSchema,
  EventsTrendsRequestSchema,
  EventsTrendsResponseSchema,
  type EventSeries,
} from '@svc/contract';
import { testReader } from '@svc/reading/testing';
import { testProject, startEvents, type EventsUnderTest } from './events.service.fixture.js';
import { toFunnels } from './funnel/funnel.message.js';
import { toRetention } from './retention/retention.message.js';
import { countFunnel, countRetention, countTrend } from './testing/events-oracle.js';
import { makeManyEvents, writeManyEvents, type MadeEvent, type ManyEvents } from './testing/many-events.js';
import { toTrends } from './trends/trends.message.js';
import type { TrendLimits } from './trends/trends.service.js';

const START = '2026-10-01T00:00:00Z';
const END = '2026-11-12T00:00:00Z';
const ZONE = 'Europe/Berlin';
/** Six weeks that include the night in which Berlin's clocks go back. */
const MADE: ManyEvents = {
  project: 1,
  count: 200_000,
  people: 4_000,
  startMs: Date.parse(START),
  spanMs: Date.parse(END) - Date.parse(START),
};
/** Bounds that are not a boundary of any period. */
const [FROM, TO] = ['2026-10-03T10:17:21.123Z', '2026-11-05T21:44:00.456Z'].map((time) => Date.parse(time)) as [
  number,
  number,
];
const timeRange = { start: instant(FROM), end: instant(TO) };

describe('calculations over many events', () => {
  let events: EventsUnderTest;
  let inside: MadeEvent[];
  let people: Map<string, MadeEvent[]>;
  beforeAll(async () => {
    events = await startEvents();
    await writeManyEvents(events.store, MADE);
    inside = [...makeManyEvents(MADE)].filter(({ ms }) => ms >= FROM && ms < TO);
    people = Map.groupBy(inside, ({ person }) => person);
  });
  afterAll(() => events.stop());

  const series = async (request: object, limits?: TrendLimits): Promise<readonly EventSeries[]> => {
    const message = create(EventsTrendsRequestSchema, {
      events: ['buy', 'view'],
      timeRange,
      timezone: ZONE,
      ...request,
    });
    const answer = toTrends(await events.trends.trends(message, testReader(events.store, testProject(1)), limits));
    return create(EventsTrendsResponseSchema, answer).series;
  };
  /** Each point that is not zero, and each total. */
  const cells = (found: readonly EventSeries[], toPeriod: (ms: number) => string): Map<string, number> => {
    const entries = found.flatMap(({ event, breakdownValue = '', points, total }): [string, number][] => [
      [`${event} ${breakdownValue} total`, Number(total)],
      ...points.map(({ start, value }): [string, number] => [
        `${event} ${breakdownValue} ${toPeriod(Math.max(FROM, Number(start?.seconds) * 1000))}`,
        Number(value),
      ]),
    ]);
    return new Map(entries.filter(([, count]) => count > 0));
  };
  const expectCells = (
    measure: 'count' | 'unique_persons',
    readValue: (event: MadeEvent) => string,
    toPeriod: (ms: number) => string,
    isCounted: (event: MadeEvent) => boolean = () => true,
  ): Map<string, number> => {
    const counted = inside.filter((event) => ['buy', 'view'].includes(event.event) && isCounted(event));
    const keys = countTrend(counted, (event) => `${event.event} ${readValue(event)} ${toPeriod(event.ms)}`, measure);
    const totals = countTrend(counted, (event) => `${event.event} ${readValue(event)} total`, measure);
    return new Map([...totals, ...keys]);
  };
  const sorted = (counts: ReadonlyMap<string, number>): [string, number][] =>
    [...counts].sort(([a], [b]) => (a < b ? -1 : 1));

  it('matches the oracle for trends: days of a zone, hours, weeks, and a single total', async () => {
    for (const [interval, measure, toPeriod] of [
      ['day', 'count', toDay],
      ['day', 'unique_persons', toDay],
      ['hour', 'count', toHour],
      ['week', 'unique_persons', toWeek],
      ['month', 'unique_persons', (ms: number) => toDay(ms).slice(0, 7)],
      ['total', 'unique_persons', () => 'all'],
    ] as const) {
      const found = cells(await series({ interval, measure }), toPeriod);
      assert.deepEqual(sorted(found), sorted(expectCells(measure, () => '', toPeriod)), `${interval} ${measure}`);
    }
  });

  it('matches the oracle for trends with too many events for one statement', async () => {
    for (const limits of [
      { ofStatement: 40_000, ofWindow: MADE.count },
      // No message has a second time, so within days there are as many messages.
      { ofStatement: 40_000, ofWindow: 12_000 },
      { ofStatement: MADE.count, ofWindow: 12_000 },
    ])
      for (const [measure, more] of [
        ['count', {}],
        ['unique_persons', {}],
        ['count', { breakdown: 'property.plan' }],
        ['unique_persons', { breakdown: 'property.plan', top: 12 }],
      ] as const) {
        const asked = { interval: 'week', measure, ...more };
        const [found, whole] = [await series(asked, limits), await series(asked)];
        // If several statements are needed, the persons of one slice decide the order of the values.
        const isOrdered = measure === 'count';
        assert.deepEqual(
          isOrdered ? found : found.toSorted(byValue),
          isOrdered ? whole : whole.toSorted(byValue),
          JSON.stringify([asked, limits]),
        );
      }
  });

  it('matches the oracle for trends by value with the rest and none, and with a filter', async () => {
    const isCounted = ({ amount }: MadeEvent): boolean => amount >= 700;
    const filters = [{ field: 'property.amount', op: 'gte', value: 700 }];
    const request = { breakdown: 'property.plan', top: 4, filters };
    for (const measure of ['count', 'unique_persons'] as const) {
      const all = expectCells(
        measure,
        ({ plan }) => plan ?? '(none)',
        () => 'x',
        isCounted,
      );
      const top = new Map(
        ['buy', 'view'].map((event) => {
          const totals = [...all].filter(([key]) => key.startsWith(`${event} p`) && key.endsWith(' total'));
          const largest = totals.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, 4);
          return [event, new Set(largest.map(([key]) => key.split(' ')[1]))];
        }),
      );
      const readValue = ({ event, plan }: MadeEvent): string =>
        plan === undefined ? '(none)' : top.get(event)?.has(plan) ? plan : 'other';
      const found = cells(await series({ ...request, measure }), toDay);
      assert.deepEqual(sorted(found), sorted(expectCells(measure, readValue, toDay, isCounted)), measure);
    }
  });

  it('matches the oracle for a funnel that tries every pair of events', async () => {
    const steps = [
      { event: 'open' },
      { event: 'view', filters: [{ field: 'property.amount', op: 'lt', value: 500 }] },
      { event: 'view' },
      { event: 'buy', filters: [{ field: 'property.plan', op: 'is_set' }] },
    ];
    const message = create(EventsFunnelRequestSchema, { steps, timeRange, window: '30h' });
    const answer = toFunnels(await events.funnel.funnel(message, testReader(events.store, testProject(1))));
    const [funnel] = create(EventsFunnelResponseSchema, answer).funnels;
    const expected = countFunnel(
      people,
      [
        ({ event }) => event === 'open',
        ({ event, amount }) => event === 'view' && amount < 500,
        ({ event }) => event === 'view',
        ({ event, plan }) => event === 'buy' && plan !== undefined,
      ],
      30 * 3_600_000,
    );
    assert.deepEqual(
      funnel?.steps.map(({ count, medianFromStartMs, medianFromPreviousMs }) => ({
        count: Number(count),
        medianFromStartMs,
        medianFromPreviousMs,
      })),
      expected,
    );
    assert.ok(expected.every(({ count }) => count > 100));
  });

  it('matches the oracle for retention person by person', async () => {
    const message = create(EventsRetentionRequestSchema, {
      startEvent: { event: 'buy', filters: [{ field: 'property.amount', op: 'gte', value: 950 }] },
      returnEvent: { event: 'view', filters: [{ field: 'property.amount', op: 'lt', value: 200 }] },
      timeRange,
      timezone: ZONE,
    });
    const answer = toRetention(await events.retention.retention(message, testReader(events.store, testProject(1))));
    const { cohorts } = create(EventsRetentionResponseSchema, answer);
    const isStart = ({ event, amount }: MadeEvent): boolean => event === 'buy' && amount >= 950;
    const isReturn = ({ event, amount }: MadeEvent): boolean => event === 'view' && amount < 200;
    const expected = countRetention(people, isStart, isReturn, toDay);
    const days = cohorts.map(({ start }) => toDay(Number(start?.seconds) * 1000));
    const found = cohorts.flatMap(({ size, periods }, cohort): [string, number][] => [
      [days[cohort] ?? '', Number(size)],
      ...periods.map(({ index, count }): [string, number] => [
        `${days[cohort]} ${days[cohort + index]}`,
        Number(count),
      ]),
    ]);
    assert.deepEqual(sorted(new Map(found.filter(([, count]) => count > 0))), sorted(expected));
  });
});

function byValue(a: EventSeries, b: EventSeries): number {
  const name = ({ event, breakdownKind, breakdownValue = '' }: EventSeries): string =>
    `${event} ${breakdownKind} ${breakdownValue}`;
  return name(a) < name(b) ? -1 : 1;
}

function instant(ms: number) {
  return { seconds: BigInt(Math.floor(ms / 1000)), nanos: (ms % 1000) * 1_000_000 };
}

/** Berlin's clocks in these weeks: two hours ahead of UTC until 01:00 UTC on 25 October, then one. */
function berlin(ms: number): string {
  const offsetHours = ms < Date.parse('2026-10-25T01:00:00Z') ? 2 : 1;
  return new Date(ms + offsetHours * 3_600_000).toISOString();
}

function toDay(ms: number): string {
  return berlin(ms).slice(0, 10);
}

/** Two hours that show the same time are counted separately. */
function toHour(ms: number): string {
  return new Date(ms - (ms % 3_600_000)).toISOString();
}

function toWeek(ms: number): string {
  const day = Date.parse(toDay(ms));
  return new Date(day - ((new Date(day).getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
}
