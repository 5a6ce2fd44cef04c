import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { EventsListRequestSchema } from '@svc/contract';
import { personId } from '@svc/persons';
import { at, DAY, HOUR, INJECTION_ATTEMPTS, MINUTE, NOW, NOW_MS, testReader } from '@svc/reading/testing';
import { ServiceError } from '@svc/service-error';
import { randomForTests } from '@svc/test-servers';
import type { EventFixture } from '../events.fixture.js';
import { startEvents, testProject, type EventsUnderTest } from '../events.service.fixture.js';
import { toProductEvent } from './list.message.js';

type Request = MessageInitShape<typeof EventsListRequestSchema>;

describe('the list of events', () => {
  let events: EventsUnderTest;
  beforeAll(async () => {
    events = await startEvents();
  });
  afterAll(() => events.stop());

  const read = async (request: Request, project: number) => {
    const scope = testProject(project);
    const page = await events.list.list(create(EventsListRequestSchema, request), testReader(events.store, scope));
    return { ...page, events: page.rows.map((row) => toProductEvent(row, page.names, scope)) };
  };
  const messages = async (request: Request, project: number) =>
    (await read(request, project)).events.map(({ messageId }) => messageId);
  const allPages = async (request: Request, project: number): Promise<(string | undefined)[]> => {
    const found: (string | undefined)[] = [];
    let cursor = '';
    do {
      const page = await read({ ...request, cursor }, project);
      found.push(...page.events.map(({ messageId }) => messageId));
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');
    return found;
  };
  const event = (project: number, others: Partial<EventFixture>): EventFixture => ({
    project,
    at: NOW - MINUTE,
    id: 'ann',
    ...others,
  });

  it('returns all of an event, with its person', async () => {
    const properties = { plan: 'pro', price: 9.5, nested: { list: [1, null, 'x'] }, big: '9007199254740993' };
    const groups = { company: 'acme' };
    await events.writer.events([
      event(10, { message: 'm1', session: 's', environment: 'prod', groups, properties, receivedMs: NOW_MS - 7 }),
    ]);
    const { events: found, nextCursor } = await read({}, 10);
    assert.equal(nextCursor, undefined);
    assert.deepEqual(found, [
      {
        messageId: 'm1',
        event: 'opened',
        timestamp: { seconds: (NOW - MINUTE) / 1_000_000_000n, nanos: 0 },
        receivedAt: { seconds: BigInt(NOW_MS / 1_000) - 1n, nanos: 993_000_000 },
        distinctId: 'ann',
        personId: personId(testProject(10).projectId, 'ann'),
        personDistinctId: 'ann',
        sessionId: 's',
        traceId: undefined,
        environment: 'prod',
        serviceName: '',
        release: '',
        groups,
        properties,
      },
    ]);
  });

  it('pages through any events newest first, also with equal times and repeated arrivals, without loss or repetition', async () => {
    const random = randomForTests();
    const pick = (count: number): number => Math.floor(random() * count);
    // Few times, so that many are equal; some are in other slices.
    const times = [NOW - 1n, NOW - MINUTE, NOW - MINUTE - 1n, NOW - 9n * MINUTE, NOW - 2n * HOUR, NOW - 20n * HOUR];
    const sent = Array.from({ length: 120 }, (_, nth) =>
      event(20, {
        message: `m${pick(70)}`,
        at: times[pick(times.length)] ?? NOW,
        id: `p${pick(3)}`,
        receivedMs: NOW_MS + nth,
      }),
    );
    await events.writer.events(sent);
    // The last arrival of each message ID counts.
    const kept = [...new Map(sent.map((one) => [one.message, one])).values()];
    const newestFirst = (found: readonly (string | undefined)[]): (bigint | undefined)[] =>
      found.map((message) => kept.find((one) => one.message === message)?.at);
    for (const limit of [1, 3, 7, 200]) {
      const found = await allPages({ limit }, 20);
      assert.deepEqual(found.toSorted(), kept.map(({ message }) => message).toSorted());
      const order = newestFirst(found);
      assert.deepEqual(
        order,
        order.toSorted((one = 0n, other = 0n) => (one < other ? 1 : one > other ? -1 : 0)),
      );
    }
    assert.deepEqual(
      (await allPages({ limit: 4, distinctId: 'p1' }, 20)).toSorted(),
      kept.flatMap(({ id, message }) => (id === 'p1' ? [message] : [])).toSorted(),
    );
  });

  it('lists the events of all distinct IDs of a person, by any of them', async () => {
    await events.writer.events([
      event(30, { id: 'device', message: 'anonymous' }),
      event(30, { id: 'ann', message: 'named' }),
      event(30, { id: 'bob', message: 'other' }),
    ]);
    assert.deepEqual(await messages({ distinctId: 'device' }, 30), ['anonymous']);
    await events.merge(30, { device: 'ann' });
    for (const distinctId of ['device', 'ann']) {
      const page = await read({ distinctId }, 30);
      assert.deepEqual(page.events.map(({ messageId }) => messageId).toSorted(), ['anonymous', 'named']);
      const canonical = personId(testProject(30).projectId, 'ann');
      assert.deepEqual(new Set(page.events.map((one) => one.personId)), new Set([canonical]));
      assert.deepEqual(new Set(page.events.map((one) => one.personDistinctId)).size, 1);
    }
    assert.deepEqual(await messages({ q: 'distinct_id:device' }, 30), ['anonymous']);
    assert.deepEqual(await messages({ distinctId: 'nobody' }, 30), []);
  });

  const cases: [title: string, request: Request, found: string[]][] = [
    ['nothing', {}, ['buy', 'open', 'view']],
    ['its name', { event: 'order placed' }, ['buy']],
    ['its name as a whole', { event: 'order' }, []],
    ['a session', { sessionId: 's1' }, ['buy', 'view']],
    ['a name and a session', { event: 'opened', sessionId: 's1' }, []],
    ['a word of its name', { q: 'placed' }, ['buy']],
    ['a word of a property', { q: 'blue' }, ['view']],
    ['a property', { q: 'plan:pro' }, ['buy', 'view']],
    ['a range of numbers', { q: 'price:>=10' }, ['buy']],
    ['a boolean', { q: 'paid:true' }, ['buy']],
    ['the absence of a property', { q: 'NOT plan:*' }, ['open']],
    ['a column', { q: 'environment:prod OR event:opened' }, ['open', 'view']],
    ['a lower bound', { startTime: at(NOW - 2n * MINUTE) }, ['buy']],
    ['an upper bound, which is exclusive', { endTime: at(NOW - 2n * MINUTE) }, ['open', 'view']],
    ['earlier days', { startTime: at(NOW - 3n * DAY) }, ['buy', 'old', 'open', 'view']],
  ];
  it('finds events by each filter, and by default those of the last day', async () => {
    await events.writer.events([
      event(40, {
        message: 'buy',
        event: 'order placed',
        session: 's1',
        properties: { plan: 'pro', price: 12.5, paid: true },
      }),
      event(40, {
        message: 'view',
        event: 'viewed',
        at: NOW - HOUR,
        session: 's1',
        environment: 'prod',
        properties: { plan: 'pro', color: 'Blue' },
      }),
      event(40, { message: 'open', at: NOW - 2n * MINUTE - 1n, session: 's2', properties: { price: 9 } }),
      event(40, { message: 'old', at: NOW - 2n * DAY }),
      event(41, { message: 'foreign' }),
    ]);
    for (const [title, request, found] of cases)
      assert.deepEqual((await messages(request, 40)).toSorted(), found, title);
  });

  it('lists an event as it arrived last, at that time and only if it meets the filters then', async () => {
    const first = { message: 'm', receivedMs: 1, properties: { plan: 'free' } };
    await events.writer.events([
      event(50, { ...first, at: NOW - MINUTE }),
      event(50, { ...first, at: NOW - HOUR, receivedMs: 2, properties: { plan: 'pro' } }),
    ]);
    const { events: found } = await read({}, 50);
    assert.deepEqual(
      found.map(({ timestamp, properties }) => [timestamp, properties]),
      [[{ seconds: (NOW - HOUR) / 1_000_000_000n, nanos: 0 }, { plan: 'pro' }]],
    );
    assert.deepEqual(await messages({ q: 'plan:free' }, 50), []);
    assert.deepEqual(await messages({ startTime: at(NOW - 2n * MINUTE) }, 50), []);
  });

  it('keeps the bounds of the first page, and refuses a cursor of any other list', async () => {
    await events.writer.events(
      ['a', 'b', 'c'].map((message, nth) => event(60, { message, at: NOW - BigInt(nth + 1) })),
    );
    const window = { startTime: at(NOW - HOUR), endTime: at(NOW) };
    const first = await read({ ...window, limit: 1 }, 60);
    const cursor = first.nextCursor ?? assert.fail();
    await events.writer.events([event(60, { message: 'late', at: NOW })]);
    assert.deepEqual(await messages({ ...window, cursor }, 60), ['b', 'c']);
    assert.deepEqual(await messages({ cursor }, 60), ['b', 'c']);
    const others: [Request, number][] = [
      [{ cursor: `${cursor}x` }, 60],
      [{ cursor: 'x' }, 60],
      [{ cursor, endTime: at(NOW - 1n) }, 60],
      [{ cursor, startTime: at(NOW - 2n * HOUR) }, 60],
      [{ cursor, event: 'opened' }, 60],
      [{ cursor, distinctId: 'ann' }, 60],
      [{ cursor, sessionId: 's' }, 60],
      [{ cursor, q: 'a' }, 60],
      [{ cursor }, 61],
    ];
    for (const [request, project] of others)
      await assert.rejects(read(request, project), { code: 'InvalidArgument' }, JSON.stringify(Object.keys(request)));
  });

  it('treats injection attempts as unknown values', async () => {
    await events.writer.events([event(70, { message: 'mine' })]);
    for (const attempt of INJECTION_ATTEMPTS) {
      const escaped = attempt.replace(/[\\"]/g, '\\$&');
      for (const filter of [{ event: attempt }, { distinctId: attempt }, { sessionId: attempt }])
        assert.deepEqual(await messages(filter, 70), []);
      try {
        assert.deepEqual(await messages({ q: `plan:"${escaped}"` }, 70), []);
      } catch (error) {
        assert.ok(error instanceof ServiceError && error.code === 'invalid_request', String(error));
      }
    }
  });
});
