import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { EventsTriggerersRequestSchema } from '@svc/contract';
import { personId } from '@svc/persons';
import { at, HOUR, NOW, testReader } from '@svc/reading/testing';
import { testProject, startEvents, type EventsUnderTest } from '../events.service.fixture.js';
import { toTriggerer } from './triggerer.message.js';

const SINCE = NOW - 10n * HOUR;
const UNTIL = NOW - HOUR;

describe('event triggerers', () => {
  let events: EventsUnderTest;
  beforeAll(async () => {
    events = await startEvents();
  });
  afterAll(() => events.stop());

  const ask = async (request: MessageInitShape<typeof EventsTriggerersRequestSchema>, project: number) => {
    const message = create(EventsTriggerersRequestSchema, {
      event: 'buy',
      since: at(SINCE),
      until: at(UNTIL),
      ...request,
    });
    const { rows, pagination } = await events.triggerers.triggerers(
      message,
      testReader(events.store, testProject(project)),
    );
    return { triggerers: rows.map((row) => toTriggerer(row, testProject(project))), pagination };
  };
  const queryIds = async (request: MessageInitShape<typeof EventsTriggerersRequestSchema>, project: number) =>
    (await ask(request, project)).triggerers.map(({ distinctId }) => distinctId);

  it('lists all persons with an event inside the exact bounds, counting each message once', async () => {
    const buy = { project: 1, event: 'buy' };
    await events.writer.events([
      { ...buy, id: 'at the start', at: SINCE },
      { ...buy, id: 'at the end', at: UNTIL },
      { ...buy, id: 'just before', at: SINCE - 1n },
      { ...buy, id: 'last', at: UNTIL - 1n, message: 'm' },
      { ...buy, id: 'last', at: UNTIL - 1n, message: 'm' },
      { ...buy, id: 'last', at: SINCE + 1n },
      { ...buy, id: 'another', at: SINCE, event: 'look' },
      { ...buy, id: 'foreign', at: SINCE, project: 2 },
    ]);
    const { triggerers, pagination } = await ask({}, 1);
    assert.deepEqual(
      triggerers.map(({ distinctId, count }) => [distinctId, count]),
      [
        ['at the start', 1n],
        ['last', 2n],
      ],
    );
    assert.deepEqual(triggerers[1]?.firstSeen, at(SINCE + 1n) && { seconds: (SINCE + 1n) / 1_000_000_000n, nanos: 1 });
    assert.equal(triggerers[0]?.personId, personId(testProject(1).projectId, 'at the start'));
    assert.deepEqual(pagination, { hasMore: false });
    await assert.rejects(ask({ until: at(SINCE) }, 1), { code: 'invalid_request' });
  });

  it('lists one entry per person whatever its IDs, under the preferred one', async () => {
    const buy = { project: 3, event: 'buy', at: SINCE };
    await events.writer.events([
      { ...buy, id: 'device-1' },
      { ...buy, id: 'ann@example.com' },
      { ...buy, id: '77' },
      { ...buy, id: 'old-device' },
      { ...buy, id: 'old-device', at: SINCE + 5n },
      { ...buy, id: 'new-device' },
    ]);
    await events.merge(3, { 'device-1': '77', 'ann@example.com': '77', 'old-device': 'new-device' });
    const { triggerers } = await ask({}, 3);
    assert.deepEqual(
      triggerers.map(({ personId: id, distinctId, count }) => [id, distinctId, count]),
      [
        [personId(testProject(3).projectId, '77'), 'ann@example.com', 3n],
        [personId(testProject(3).projectId, 'new-device'), 'old-device', 3n],
      ],
    );
  });

  it('limits triggerers to events that have a property with this value', async () => {
    const buy = { project: 4, event: 'buy', at: SINCE };
    await events.writer.events([
      { ...buy, id: 'a', properties: { price: 5 } },
      { ...buy, id: 'b', properties: { price: '5' } },
      { ...buy, id: 'c', properties: { price: 50 } },
    ]);
    assert.deepEqual(await queryIds({ propertyKey: 'price', propertyValue: '5' }, 4), ['a', 'b']);
    await assert.rejects(ask({ propertyKey: 'price' }, 4), { code: 'invalid_request' });
  });

  it('returns pages bound to the project, the event, the bounds and the property', async () => {
    const people = Array.from({ length: 120 }, (_, index) => ({
      project: 5,
      event: 'buy',
      at: SINCE,
      id: `p${index}`,
    }));
    await events.writer.events(people);
    const found: (string | undefined)[] = [];
    let cursor = '';
    do {
      const { triggerers, pagination } = await ask({ cursor }, 5);
      found.push(...triggerers.map(({ distinctId }) => distinctId));
      cursor = pagination.nextCursor ?? '';
    } while (cursor !== '');
    assert.equal(found.length, 120);
    assert.equal(new Set(found).size, 120);
    cursor = (await ask({ limit: 7 }, 5)).pagination.nextCursor ?? '';
    for (const [request, project] of [
      [{ cursor }, 1],
      [{ cursor, event: 'look' }, 5],
      [{ cursor, until: at(UNTIL + 1n) }, 5],
      [{ cursor, since: at(SINCE + 1n) }, 5],
      [{ cursor, propertyKey: 'a', propertyValue: 'b' }, 5],
      [{ cursor: cursor.slice(1) }, 5],
    ] as const)
      await assert.rejects(ask(request, project), { code: 'invalid_request' });
  });
});
