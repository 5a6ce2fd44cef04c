import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { EventsFunnelRequestSchema, EventsFunnelResponseSchema } from '@svc/contract';
import { at, DAY, HOUR, NOW, SECOND, testReader } from '@svc/reading/testing';
import type { EventFixture } from '../events.fixture.js';
import { testProject, startEvents, type EventsUnderTest } from '../events.service.fixture.js';
import { toFunnels } from './funnel.message.js';

const T = NOW - 20n * DAY;

describe('a funnel', () => {
  let events: EventsUnderTest;
  let project = 0;
  beforeAll(async () => {
    events = await startEvents();
  });
  afterAll(() => events.stop());

  /** Writes the events of one person: name and hours after T. */
  const write = (
    id: string,
    did: readonly (readonly [event: string, hours: number])[],
    others: Partial<EventFixture> = {},
  ) =>
    events.writer.events(
      did.map(([event, hours]) => ({ project, id, event, at: T + BigInt(hours * 3600) * SECOND, ...others })),
    );
  const ask = async (names: readonly string[], request: MessageInitShape<typeof EventsFunnelRequestSchema> = {}) => {
    const steps = names.map((event) => ({ event }));
    const timeRange = { start: at(T), end: at(T + 10n * DAY) };
    const asked = { steps, timeRange, window: '24h', ...request } as MessageInitShape<typeof EventsFunnelRequestSchema>;
    const message = create(EventsFunnelRequestSchema, asked);
    const answer = toFunnels(await events.funnel.funnel(message, testReader(events.store, testProject(project))));
    return create(EventsFunnelResponseSchema, answer).funnels;
  };
  const queryCounts = async (
    names: readonly string[],
    request: MessageInitShape<typeof EventsFunnelRequestSchema> = {},
  ) => (await ask(names, request))[0]?.steps.map(({ count }) => Number(count));

  it('counts the persons who did the steps in order, each later than the previous one', async () => {
    project = 1;
    await write('all', [
      ['a', 0],
      ['x', 1],
      ['b', 2],
      ['c', 3],
    ]);
    await write('wrong order', [
      ['b', 0],
      ['a', 1],
      ['c', 2],
    ]);
    await write('at once', [
      ['a', 0],
      ['b', 0],
      ['c', 0],
    ]);
    await write('two at once', [
      ['a', 0],
      ['b', 1],
      ['c', 1],
      ['c', 2],
    ]);
    await write('late start', [
      ['b', 0],
      ['c', 1],
    ]);
    const [funnel] = await ask(['a', 'b', 'c']);
    assert.deepEqual(
      funnel?.steps.map(({ event, count, conversionRate, stepConversionRate }) => [
        event,
        count,
        conversionRate,
        stepConversionRate,
      ]),
      [
        ['a', 4n, 1, 1],
        ['b', 2n, 0.5, 0.5],
        ['c', 2n, 0.5, 1],
      ],
    );
    const hours = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 3_600_000);
    assert.deepEqual(
      funnel.steps.map((step) => [hours(step.medianFromPreviousMs), hours(step.medianFromStartMs)]),
      [
        [undefined, undefined],
        [1.5, 1.5],
        [1, 2.5],
      ],
    );
    assert.deepEqual(await queryCounts(['nothing', 'a']), [0, 0]);
  });

  it('uses one event for one step, even if several steps have its name', async () => {
    project = 2;
    await write('once', [['a', 0]]);
    await write('twice', [
      ['a', 0],
      ['a', 1],
    ]);
    await write('sent twice', [['a', 0]], { message: 'm' });
    await write('sent twice', [['a', 0]], { message: 'm' });
    assert.deepEqual(await queryCounts(['a', 'a']), [3, 1]);
  });

  it('ends its window exactly at the first step plus its length, and uses the latest start that fits', async () => {
    project = 3;
    await write('just in time', [
      ['a', 0],
      ['b', 12],
      ['c', 24],
    ]);
    await write('too late', [
      ['a', 0],
      ['b', 12],
    ]);
    await events.writer.events([{ project, id: 'too late', event: 'c', at: T + 24n * HOUR + 1n }]);
    await write('second try', [
      ['a', 0],
      ['b', 20],
      ['a', 30],
      ['b', 31],
      ['c', 40],
    ]);
    await write('from the later start', [
      ['a', 0],
      ['a', 10],
      ['b', 20],
      ['c', 30],
    ]);
    const [funnel] = await ask(['a', 'b', 'c']);
    assert.deepEqual(
      funnel?.steps.map(({ count }) => Number(count)),
      [4, 4, 3],
    );
    // 24, 10 and 20 hours; to the second step 12, 12, 20 and 10.
    assert.equal(funnel.steps[2]?.medianFromStartMs, 20 * 3_600_000);
    assert.equal(funnel.steps[1]?.medianFromStartMs, 12 * 3_600_000);
  });

  it('counts persons, who may have done each step under another id', async () => {
    project = 4;
    await write('device', [['a', 0]]);
    await write('ann', [['b', 1]]);
    assert.deepEqual(await queryCounts(['a', 'b']), [1, 0]);
    await events.merge(project, { device: 'ann' });
    assert.deepEqual(await queryCounts(['a', 'b']), [1, 1]);
  });

  it('counts only events inside the bounds and the filters of a step or of all steps', async () => {
    project = 5;
    await write(
      'in',
      [
        ['a', 0],
        ['b', 1],
      ],
      { properties: { plan: 'pro' } },
    );
    await write('partly', [['a', 0]], { properties: { plan: 'pro' } });
    await write('partly', [['b', 1]], { properties: { plan: 'free' } });
    await events.writer.events([{ project, id: 'partly', event: 'b', at: T + 10n * DAY, properties: { plan: 'pro' } }]);
    const filters = [{ field: 'property.plan', op: 'eq', value: 'pro' }];
    assert.deepEqual(await queryCounts(['a', 'b']), [2, 2]);
    assert.deepEqual(await queryCounts([], { steps: [{ event: 'a' }, { event: 'b', filters }] }), [2, 1]);
    assert.deepEqual(await queryCounts(['a', 'b'], { filters }), [2, 1]);
  });

  it('breaks down by the value at the first step, or by a property of the person', async () => {
    project = 6;
    for (const [id, plan] of [
      ['p1', 'pro'],
      ['p2', 'pro'],
      ['f1', 'free'],
      ['n1', null],
      ['o1', 'odd'],
      ['o2', 'even'],
    ] as const) {
      await write(id, [['a', 1]], { properties: { plan } });
      await write(
        id,
        [
          ['a', 2],
          ['b', 3],
        ],
        { properties: { plan: 'later' } },
      );
      if (id.startsWith('p')) await events.writePersonProperty(project, id, 'tier', '"gold"');
    }
    const brokenDown = async (breakdown: string, top: number) =>
      (await ask(['a', 'b'], { breakdown, top })).map(({ breakdownValue, breakdownKind, steps }) => [
        breakdownValue,
        breakdownKind,
        ...steps.map(({ count }) => Number(count)),
      ]);
    assert.deepEqual(await brokenDown('property.plan', 2), [
      ['pro', 'value', 2, 2],
      ['even', 'value', 1, 1],
      ['other', 'other', 2, 2],
      ['(none)', 'none', 1, 1],
    ]);
    assert.deepEqual(await brokenDown('person.tier', 2), [
      ['gold', 'value', 2, 2],
      ['(none)', 'none', 4, 4],
    ]);
  });

  it('rejects an invalid window, and names the step with an invalid filter', async () => {
    project = 7;
    for (const window of ['0d', '1y', '367d', 'x'])
      await assert.rejects(ask(['a', 'b'], { window }), { code: 'invalid_request' });
    const steps = [{ event: 'a' }, { event: 'b', filters: [{ field: 'property.a', op: 'no' }] }];
    const isAt = (error: { details?: { path: string }[] }): boolean =>
      error.details?.[0]?.path === 'steps[1].filters[0].op';
    await assert.rejects(ask([], { steps }), isAt);
  });
});
