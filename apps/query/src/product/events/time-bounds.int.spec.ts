import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import {
  EventsFunnelRequestSchema,
  EventsRetentionRequestSchema,
  EventsTrendsRequestSchema,
  EventsTriggerersRequestSchema,
} from '@svc/contract';
import { testReader } from '@svc/reading/testing';
import { toTimestamp } from '@svc/reading/time';
import { testProject, startEvents, type EventsUnderTest } from './events.service.fixture.js';
import { toFunnels } from './funnel/funnel.message.js';
import { toTrends } from './trends/trends.message.js';

const ns = (time: string): bigint => BigInt(Date.parse(time)) * 1_000_000n;
const at = (time: string) => toTimestamp(ns(time));
/** Times before 1970, at the epoch, and far from both. */
const BEGINNINGS = ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '1970-01-01T00:00:00Z', '2026-11-01T00:00:00Z'];
/** The last moments of seconds in 32 bits and of nanoseconds in 64 bits, each with the next second, and the last year. */
const ENDS = [
  '2026-11-21T00:00:00Z',
  '2106-02-07T06:28:15Z',
  '2106-02-07T06:28:16Z',
  '2149-06-07T00:00:00Z',
  '2262-04-11T23:47:16Z',
  '2262-04-11T23:47:17Z',
  '9999-12-31T23:59:59Z',
];
const WINDOWS = BEGINNINGS.flatMap((start) => ENDS.map((end) => ({ start, end })));

describe('bounds that no row can have', () => {
  let events: EventsUnderTest;
  const reader = () => testReader(events.store, testProject(1));
  beforeAll(async () => {
    events = await startEvents();
    await events.writer.events(
      ['ann', 'bob', 'cleo'].flatMap((id, index) => [
        { project: 1, id, event: 'opened', at: ns(`2026-11-1${index}T10:00:00Z`) },
        { project: 1, id, event: 'opened', at: ns(`2026-11-1${index}T11:00:00Z`) },
      ]),
    );
  });
  afterAll(() => events.stop());

  const trends = async (request: MessageInitShape<typeof EventsTrendsRequestSchema>) => {
    const message = create(EventsTrendsRequestSchema, { events: ['opened'], ...request });
    const { series = [] } = toTrends(await events.trends.trends(message, reader()));
    return series.map(({ total, points = [] }) => [
      Number(total),
      points.reduce((sum, { value }) => sum + Number(value), 0),
    ]);
  };

  it('does not change the totals of trends', async () => {
    for (const { start, end } of WINDOWS) {
      const timeRange = { start: at(start), end: at(end) };
      assert.deepEqual(await trends({ timeRange, interval: 'total' }), [[6, 6]], `${start} ${end}`);
      const persons = await trends({ timeRange, interval: 'total', measure: 'unique_persons' });
      assert.deepEqual(persons, [[3, 3]], `${start} ${end}`);
    }
  });

  it('does not change the buckets of trends, also those that start before 1970', async () => {
    for (const timezone of ['UTC', 'Europe/Berlin', 'America/New_York'])
      for (const start of BEGINNINGS.slice(1)) {
        const timeRange = { start: at(start), end: at('2026-11-21T00:00:00Z') };
        assert.deepEqual(await trends({ timeRange, timezone, interval: 'month' }), [[6, 6]], `${start} ${timezone}`);
      }
    const ancient = { start: at('0001-01-01T00:00:00Z'), end: at('0001-01-03T00:00:00Z') };
    assert.deepEqual(await trends({ timeRange: ancient, interval: 'day' }), [[0, 0]]);
    const distant = { start: at('9999-01-01T00:00:00Z'), end: at('9999-01-03T00:00:00Z') };
    assert.deepEqual(await trends({ timeRange: distant, interval: 'day' }), [[0, 0]]);
  });

  it('does not change funnels and retention', async () => {
    for (const { start, end } of WINDOWS) {
      const timeRange = { start: at(start), end: at(end) };
      const funnel = create(EventsFunnelRequestSchema, {
        steps: [{ event: 'opened' }, { event: 'opened' }],
        timeRange,
      });
      const [found] = toFunnels(await events.funnel.funnel(funnel, reader())).funnels ?? [];
      assert.deepEqual(
        found?.steps?.map(({ count }) => Number(count)),
        [3, 3],
        `${start} ${end}`,
      );
    }
    const retention = create(EventsRetentionRequestSchema, {
      startEvent: { event: 'opened' },
      period: 'month',
      timeRange: { start: at('2025-11-01T00:00:00Z'), end: at('2026-11-21T00:00:00Z') },
    });
    const { rows } = await events.retention.retention(retention, reader());
    assert.equal(rows.find(({ returned }) => returned === '-1')?.persons, '3');
  });

  it('does not change triggerers', async () => {
    for (const { start, end } of WINDOWS) {
      const request = create(EventsTriggerersRequestSchema, { event: 'opened', since: at(start), until: at(end) });
      const { rows } = await events.triggerers.triggerers(request, reader());
      assert.equal(rows.length, 3, `${start} ${end}`);
    }
  });
});
