import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import type { ColumnStore } from '@svc/columnar';
import { EventsTrendsRequestSchema, EventsTrendsResponseSchema } from '@svc/contract';
import { INJECTION_ATTEMPTS, NOW, testReader } from '@svc/reading/testing';
import { toTimestamp } from '@svc/reading/time';
import type { EventFixture } from '../events.fixture.js';
import { testProject, startEvents, type EventsUnderTest } from '../events.service.fixture.js';
import { toTrends } from './trends.message.js';

const ns = (time: string): bigint => BigInt(Date.parse(time)) * 1_000_000n;
const range = (start: string, end: string) => ({ start: toTimestamp(ns(start)), end: toTimestamp(ns(end)) });
const event = (id: string, time: string, others: Partial<EventFixture> = {}): EventFixture => ({
  id,
  at: ns(time),
  ...others,
});

describe('event trends', () => {
  let events: EventsUnderTest;
  let project = 0;
  beforeAll(async () => {
    events = await startEvents();
  });
  afterAll(() => events.stop());

  const write = (rows: readonly EventFixture[]) => events.writer.events(rows.map((row) => ({ ...row, project })));
  const ask = async (request: MessageInitShape<typeof EventsTrendsRequestSchema>) => {
    const message = create(EventsTrendsRequestSchema, { events: ['opened'], ...request });
    const answer = toTrends(await events.trends.trends(message, testReader(events.store, testProject(project))));
    return create(EventsTrendsResponseSchema, answer);
  };
  /** `[name, total, values]` of each series. */
  const querySeries = async (request: MessageInitShape<typeof EventsTrendsRequestSchema>) =>
    (await ask(request)).series.map(
      ({ event: name, breakdownValue, total, points }) =>
        [breakdownValue ?? name, Number(total), points.map(({ value }) => Number(value))] as const,
    );

  it('returns every bucket of the window, exact at both bounds, with the incomplete one marked', async () => {
    project = 1;
    const today = '2026-11-20T00:00:00Z';
    await write([
      event('a', '2026-11-18T00:00:00Z'),
      event('a', '2026-11-17T23:59:59.999Z'),
      event('b', '2026-11-20T00:00:00Z'),
      event('b', '2026-11-20T10:00:00Z'),
    ]);
    assert.ok(NOW > ns(today) && NOW < ns('2026-11-21T00:00:00Z'));
    const { series, interval, measure, timezone } = await ask({
      timeRange: range('2026-11-18T00:00:00Z', '2026-11-21T00:00:00Z'),
    });
    assert.deepEqual([interval, measure, timezone], ['day', 'count', 'UTC']);
    assert.deepEqual(
      series[0]?.points.map(({ start, value, complete }) => [start?.seconds, value, complete]),
      [
        [ns('2026-11-18T00:00:00Z') / 1_000_000_000n, 1n, true],
        [ns('2026-11-19T00:00:00Z') / 1_000_000_000n, 0n, true],
        [ns('2026-11-20T00:00:00Z') / 1_000_000_000n, 2n, false],
      ],
    );
    const cut = await ask({ timeRange: range('2026-11-18T00:00:00.001Z', '2026-11-20T10:00:00Z') });
    assert.deepEqual(
      cut.series[0]?.points.map(({ value, complete }) => [value, complete]),
      [
        [0n, false],
        [0n, true],
        [1n, false],
      ],
    );
  });

  it('counts persons once per bucket and once in total, across merges and repeated messages', async () => {
    project = 2;
    await write([
      event('device', '2026-11-18T01:00:00Z', { message: 'm1' }),
      event('device', '2026-11-18T01:00:00Z', { message: 'm1' }),
      event('ann', '2026-11-18T02:00:00Z'),
      event('ann', '2026-11-19T02:00:00Z'),
      event('bob', '2026-11-19T02:00:00Z'),
      // The same message is received again later the same day, with the time of receipt.
      event('bob', '2026-11-19T03:00:00Z', { message: 'm2', receivedMs: 1 }),
      event('bob', '2026-11-19T04:00:00Z', { message: 'm2', receivedMs: 2 }),
    ]);
    const timeRange = range('2026-11-18T00:00:00Z', '2026-11-20T00:00:00Z');
    assert.deepEqual(await querySeries({ timeRange }), [['opened', 5, [2, 3]]]);
    assert.deepEqual(await querySeries({ timeRange, measure: 'unique_persons' }), [['opened', 3, [2, 2]]]);
    await events.merge(project, { device: 'ann' });
    assert.deepEqual(await querySeries({ timeRange, measure: 'unique_persons' }), [['opened', 2, [1, 2]]]);
    await events.merge(project, { device: 'device' }, 2n);
    assert.deepEqual(await querySeries({ timeRange, measure: 'unique_persons' }), [['opened', 3, [2, 2]]]);
    assert.deepEqual(await querySeries({ timeRange, interval: 'total', measure: 'unique_persons' }), [
      ['opened', 3, [3]],
    ]);
  });

  it('takes the properties of a repeated message from the row received last, in parts that are not merged', async () => {
    project = 10;
    const at = '2026-11-18T01:00:00Z';
    const send = (plan: string, receivedMs: number, message = 'm1') =>
      write([event('a', at, { message, receivedMs, properties: { plan, amount: plan.length } })]);
    await events.store.command('SYSTEM STOP MERGES events');
    try {
      await send('team', 1_795_000_000_002);
      await send('free plan', 1_795_000_000_003);
      await send('pro', 1_795_000_000_001);
      await send('pro', 1_795_000_000_001, 'm2');
      const timeRange = range('2026-11-18T00:00:00Z', '2026-11-19T00:00:00Z');
      const totalWhere = async (field: string, op: string, value: string | number) =>
        (await querySeries({ timeRange, filters: [{ field, op, value }] }))[0]?.[1];
      for (const [plan, total] of [
        ['team', 0],
        ['free plan', 1],
        ['pro', 1],
      ] as const) {
        assert.equal(await totalWhere('property.plan', 'eq', plan), total, plan);
        assert.equal(await totalWhere('property.amount', 'eq', plan.length), total, plan);
      }
      assert.deepEqual(await querySeries({ timeRange, breakdown: 'property.plan' }), [
        ['free plan', 1, [1]],
        ['pro', 1, [1]],
      ]);
      assert.deepEqual(await querySeries({ timeRange }), [['opened', 2, [2]]]);
    } finally {
      await events.store.command('SYSTEM START MERGES events');
    }
  });

  it('counts messages, in slices if there are many of them, and within each day if there are too many', async () => {
    project = 8;
    await write([
      event('a', '2026-11-18T01:00:00Z', { message: 'm1' }),
      event('a', '2026-11-18T02:00:00Z', { message: 'm1', receivedMs: 1_795_000_000_001 }),
      event('a', '2026-11-19T02:00:00Z', { message: 'm1' }),
    ]);
    const timeRange = range('2026-11-18T00:00:00Z', '2026-11-20T00:00:00Z');
    const message = create(EventsTrendsRequestSchema, { events: ['opened'], timeRange });
    const totalWith = async (ofStatement: number, ofWindow: number): Promise<unknown> => {
      const limits = { ofStatement, ofWindow };
      return toTrends(await events.trends.trends(message, testReader(events.store, testProject(project)), limits))
        .series?.[0]?.total;
    };
    assert.equal(await totalWith(3, 3), 1n);
    assert.equal(await totalWith(1, 3), 1n);
    assert.equal(await totalWith(3, 2), 2n);
    assert.equal(await totalWith(1, 2), 2n);
  });

  it('uses no more slices for few persons than for few events, however many events they have', async () => {
    project = 9;
    await write(Array.from({ length: 6 }, (_, nth) => event(`p${nth % 2}`, `2026-11-18T0${nth}:00:00Z`)));
    let statements = 0;
    const query: ColumnStore['query'] = (statement) => {
      statements++;
      return events.store.query(statement);
    };
    const counting = Object.assign(Object.create(events.store) as ColumnStore, { query });
    const countStatements = async (measure: string): Promise<number> => {
      statements = 0;
      const timeRange = range('2026-11-18T00:00:00Z', '2026-11-19T00:00:00Z');
      const message = create(EventsTrendsRequestSchema, { events: ['opened'], timeRange, measure });
      await events.trends.trends(message, testReader(counting, testProject(project)), { ofStatement: 2, ofWindow: 6 });
      return statements;
    };
    assert.equal(await countStatements('count'), 1 + 3);
    assert.equal(await countStatements('unique_persons'), 2 + 1);
  });

  it('breaks down by a value, with the rest and events without a value separate', async () => {
    project = 3;
    const at = '2026-11-18T01:00:00Z';
    const plans = ['pro', 'pro', 'pro', 'free', 'free', 'team', 'solo', 5, '5', true, null, undefined, '', 'other'];
    await write(
      plans.map((plan, index) => event(`p${index % 3}`, at, { properties: plan === undefined ? {} : { plan } })),
    );
    const timeRange = range('2026-11-18T00:00:00Z', '2026-11-19T00:00:00Z');
    const asked = { timeRange, breakdown: 'property.plan', top: 3 };
    assert.deepEqual(await querySeries(asked), [
      ['pro', 3, [3]],
      ['5', 2, [2]],
      ['free', 2, [2]],
      ['other', 5, [5]],
      ['(none)', 2, [2]],
    ]);
    assert.deepEqual(
      (await ask(asked)).series.map(({ breakdownKind }) => breakdownKind),
      ['value', 'value', 'value', 'other', 'none'],
    );
    // The rest is counted separately for persons: three persons in five values.
    assert.deepEqual((await querySeries({ ...asked, measure: 'unique_persons' })).at(-2), ['other', 3, [3]]);
    assert.deepEqual(
      (await querySeries({ ...asked, top: 50 })).map(([name]) => name),
      ['pro', '5', 'free', '', 'other', 'solo', 'team', 'true', '(none)'],
    );
    assert.deepEqual(await querySeries({ ...asked, events: ['nothing'] }), []);
  });

  it('breaks down and filters by group, by columns and by current properties of the person', async () => {
    project = 4;
    const at = '2026-11-18T01:00:00Z';
    await write([
      event('a', at, { groups: { company: 'acme' }, environment: 'prod' }),
      event('a2', at, { groups: { company: 'acme', team: 'x' } }),
      event('b', at, { groups: {}, environment: 'test' }),
    ]);
    await events.merge(project, { a2: 'a' });
    await events.writePersonProperty(project, 'a2', 'plan', '"pro"');
    await events.writePersonProperty(project, 'b', 'plan', 'null');
    const timeRange = range('2026-11-18T00:00:00Z', '2026-11-19T00:00:00Z');
    const by = (breakdown: string) => querySeries({ timeRange, breakdown });
    assert.deepEqual(await by('group.company'), [
      ['acme', 2, [2]],
      ['(none)', 1, [1]],
    ]);
    assert.deepEqual(await by('environment'), [
      ['prod', 1, [1]],
      ['test', 1, [1]],
      ['(none)', 1, [1]],
    ]);
    assert.deepEqual(await by('event'), [['opened', 3, [3]]]);
    assert.deepEqual(await by('person.plan'), [
      ['pro', 2, [2]],
      ['(none)', 1, [1]],
    ]);
    const where = (field: string, op: string, value?: string | null) =>
      querySeries({ timeRange, filters: [value === undefined ? { field, op } : { field, op, value }] }).then(
        ([first]) => first?.[1],
      );
    assert.equal(await where('person.plan', 'eq', 'pro'), 2);
    assert.equal(await where('person.plan', 'neq', 'pro'), 1);
    assert.equal(await where('person.plan', 'eq', null), 1);
    assert.equal(await where('person.plan', 'is_set'), 3);
    assert.equal(await where('person.nothing', 'is_not_set'), 3);
    assert.equal(await where('group.team', 'is_set'), 1);
    assert.equal(await where('distinct_id', 'starts_with', 'a'), 2);
    assert.equal(await where('environment', 'not_in', null).catch(() => 'refused'), 'refused');
  });

  it('follows the clocks of a zone over the days on which they change', async () => {
    project = 5;
    // 2026-10-25 has 25 hours in Berlin: from 22:00 to 23:00 UTC.
    await write(
      Array.from({ length: 49 }, (_, hour) => ({
        id: 'a',
        at: ns('2026-10-24T12:00:00Z') + BigInt(hour) * 3_600_000_000_000n,
      })),
    );
    const zone = { timezone: 'Europe/Berlin', timeRange: range('2026-10-23T22:00:00Z', '2026-10-26T23:00:00Z') };
    assert.deepEqual(await querySeries(zone), [['opened', 49, [10, 25, 14]]]);
    assert.deepEqual((await querySeries({ ...zone, interval: 'hour' }))[0]?.[2].length, 73);
    const weeks = await ask({ ...zone, interval: 'week' });
    assert.deepEqual(
      weeks.series[0]?.points.map(({ start, value, complete }) => [start?.seconds, value, complete]),
      [
        [ns('2026-10-18T22:00:00Z') / 1_000_000_000n, 35n, false],
        [ns('2026-10-25T23:00:00Z') / 1_000_000_000n, 14n, false],
      ],
    );
  });

  it('rejects trends beyond the limits and unknown names, naming the field', async () => {
    project = 6;
    const timeRange = range('2026-11-18T00:00:00Z', '2026-11-19T00:00:00Z');
    const long = range('2026-01-01T00:00:00Z', '2026-06-01T00:00:00Z');
    const refused: [MessageInitShape<typeof EventsTrendsRequestSchema>, string][] = [
      [{ timeRange: range('2026-11-18T00:00:00Z', '2026-11-18T00:00:00Z') }, 'time_range.end'],
      [{ timeRange: long, interval: 'hour' }, 'interval'],
      [{ timeRange, timezone: 'Europe/Atlantis' }, 'timezone'],
      [{ timeRange, breakdown: 'plan' }, 'breakdown'],
      [{ timeRange, breakdown: 'property.' }, 'breakdown'],
      [{ timeRange, events: ['a', 'b'], breakdown: 'event', top: 26 }, 'top'],
      [{ timeRange, filters: [{ field: 'plan', op: 'eq', value: 1 }] }, 'filters[0].field'],
      [{ timeRange, filters: [{ field: 'property.a', op: 'eq' }] }, 'filters[0].value'],
      [{ timeRange, filters: [{ field: 'property.a', op: '=', value: 1 }] }, 'filters[0].op'],
      [{ timeRange, filters: [{ field: 'property.a', op: 'eq', value: 1, more: 1 }] }, 'filters[0]'],
    ];
    for (const [request, path] of refused) {
      await assert.rejects(
        ask(request),
        (error: { details?: { path: string }[] }) => error.details?.[0]?.path === path,
        path,
      );
    }
    for (const attempt of INJECTION_ATTEMPTS.filter((text) => text.length < 500 && !text.includes('\u0000'))) {
      const filters = [{ field: `property.${attempt}`, op: 'eq', value: attempt }];
      assert.deepEqual(
        await querySeries({ timeRange, filters, events: [attempt.slice(0, 50)], breakdown: `person.${attempt}` }),
        [],
      );
    }
  });
});
