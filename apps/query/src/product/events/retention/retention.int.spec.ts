import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { EventsRetentionRequestSchema, EventsRetentionResponseSchema } from '@svc/contract';
import { at, DAY, NOW, testReader } from '@svc/reading/testing';
import { testProject, startEvents, type EventsUnderTest } from '../events.service.fixture.js';
import { toRetention } from './retention.message.js';

/** Midnight UTC some days before now. */
const T = NOW - (NOW % DAY) - 4n * DAY;

describe('retention', () => {
  let events: EventsUnderTest;
  let project = 0;
  beforeAll(async () => {
    events = await startEvents();
  });
  afterAll(() => events.stop());

  const write = (id: string, event: string, days: readonly number[]) =>
    events.writer.events(
      days.map((day) => ({ project, id, event, at: T + BigInt(Math.round(day * 86_400)) * 1_000_000_000n })),
    );
  const ask = async (request: MessageInitShape<typeof EventsRetentionRequestSchema>) => {
    const timeRange = { start: at(T), end: at(T + 5n * DAY) };
    const asked = { startEvent: { event: 'signup' }, timeRange, ...request };
    const message = create(
      EventsRetentionRequestSchema,
      asked as MessageInitShape<typeof EventsRetentionRequestSchema>,
    );
    const answer = toRetention(
      await events.retention.retention(message, testReader(events.store, testProject(project))),
    );
    return create(EventsRetentionResponseSchema, answer);
  };
  const triangle = async (request: MessageInitShape<typeof EventsRetentionRequestSchema>) =>
    (await ask(request)).cohorts.map(({ size, periods }) => [
      Number(size),
      ...periods.map(({ count }) => Number(count)),
    ]);

  it('counts a person in the cohort of its first start and in each period in which it comes back', async () => {
    project = 1;
    await write('a', 'signup', [0.1, 2.5]);
    await write('b', 'signup', [0.2]);
    await write('c', 'signup', [2]);
    await write('a', 'open', [0.05, 1.5, 1.6, 3.1]);
    await write('b', 'open', [0.3, 4.9]);
    await write('c', 'open', [1.9]);
    await write('nobody', 'open', [1]);
    assert.deepEqual(await triangle({ returnEvent: { event: 'open' } }), [
      [2, 1, 1, 0, 1, 1],
      [0, 0, 0, 0, 0],
      [1, 0, 0, 0],
      [0, 0, 0],
      [0, 0],
    ]);
    assert.deepEqual(await triangle({}), [
      [2, 2, 0, 1, 0, 0],
      [0, 0, 0, 0, 0],
      [1, 1, 0, 0],
      [0, 0, 0],
      [0, 0],
    ]);
    const { cohorts } = await ask({ returnEvent: { event: 'open' } });
    assert.equal(cohorts[0]?.periods[1]?.rate, 0.5);
    assert.deepEqual(
      cohorts[0].periods.map(({ index, complete }) => [index, complete]),
      [
        [0, true],
        [1, true],
        [2, true],
        [3, true],
        // The last day of the window is today, which is not over.
        [4, false],
      ],
    );
    assert.deepEqual(
      cohorts.map(({ complete }) => complete),
      [true, true, true, true, false],
    );
  });

  it('counts persons, across merges', async () => {
    project = 2;
    await write('device', 'signup', [0]);
    await write('ann', 'open', [1]);
    const returnEvent = { event: 'open' };
    assert.deepEqual((await triangle({ returnEvent }))[0], [1, 0, 0, 0, 0, 0]);
    await events.merge(project, { device: 'ann' });
    assert.deepEqual((await triangle({ returnEvent }))[0], [1, 0, 1, 0, 0, 0]);
  });

  it('rejects too many periods, and an end that is not after the start', async () => {
    const timeRange = { start: at(T - 200n * DAY), end: at(T) };
    const isAt = (path: string) => (error: { details?: { path: string }[] }) => error.details?.[0]?.path === path;
    await assert.rejects(ask({ timeRange }), isAt('period'));
    await assert.rejects(ask({ timeRange: { start: at(T), end: at(T) } }), isAt('time_range.end'));
    assert.equal((await ask({ timeRange, period: 'month' })).cohorts.length, 8);
  });
});
