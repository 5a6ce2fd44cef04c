import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { EventsNamesRequestSchema } from '@svc/contract';
import { INJECTION_ATTEMPTS, HOUR, NOW, testReader } from '@svc/reading/testing';
import { testProject, startEvents, type EventsUnderTest } from '../events.service.fixture.js';

describe('event names', () => {
  let events: EventsUnderTest;
  beforeAll(async () => {
    events = await startEvents();
    const at = NOW - HOUR;
    await events.writer.events([
      { id: 'a', at, event: 'Checkout started', properties: { plan: 'pro', seats: 5, 'a.b': true } },
      { id: 'a', at: at + 5n, event: 'Checkout started', properties: { plan: 'free' } },
      { id: 'b', at, event: 'checkout done', properties: { plan: null } },
      { id: 'b', at, event: 'Äpfel', properties: { plan: ['pro'] } },
      { id: 'b', at, event: 'login' },
      { id: 'b', at, event: 'foreign', project: 2 },
      ...Array.from({ length: 60 }, (_, index) => ({ id: 'c', at, project: 3, event: `event ${index}` })),
    ]);
  });
  afterAll(() => events.stop());

  const ask = (request: MessageInitShape<typeof EventsNamesRequestSchema>, project = 1) =>
    events.names.names(create(EventsNamesRequestSchema, request), testReader(events.store, testProject(project)));
  const listNames = async (
    request: MessageInitShape<typeof EventsNamesRequestSchema>,
    project = 1,
  ): Promise<string[]> => (await ask(request, project)).rows.map(({ name }) => name);

  it('lists the event names of the project, each with its newest event', async () => {
    const { rows, pagination } = await ask({});
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['Checkout started', 'checkout done', 'login', 'Äpfel'],
    );
    assert.equal(rows[0]?.latest, String(NOW - HOUR + 5n));
    assert.deepEqual(pagination, { hasMore: false });
  });

  it('matches the prefix case-insensitively and not as a pattern', async () => {
    assert.deepEqual(await listNames({ prefix: 'CHECKOUT' }), ['Checkout started', 'checkout done']);
    assert.deepEqual(await listNames({ prefix: 'äP' }), ['Äpfel']);
    for (const attempt of INJECTION_ATTEMPTS.filter((text) => text.length < 200))
      assert.deepEqual(await listNames({ prefix: attempt }), []);
  });

  it('limits names to events that have a property with this value', async () => {
    assert.deepEqual(await listNames({ propertyKey: 'plan', propertyValue: 'pro' }), ['Checkout started', 'Äpfel']);
    assert.deepEqual(await listNames({ propertyKey: 'seats', propertyValue: '5' }), ['Checkout started']);
    assert.deepEqual(await listNames({ propertyKey: 'a.b', propertyValue: 'true' }), ['Checkout started']);
    assert.deepEqual(await listNames({ propertyKey: 'plan', propertyValue: 'null' }), []);
    assert.deepEqual(await listNames({ propertyKey: 'plan', propertyValue: '' }), []);
    assert.deepEqual(await listNames({ propertyValue: '' }), await listNames({}));
    assert.deepEqual(await listNames({ prefix: 'login', propertyKey: 'plan', propertyValue: 'pro' }), []);
    for (const half of [{ propertyKey: 'plan' }, { propertyValue: 'pro' }])
      await assert.rejects(ask(half), { code: 'invalid_request' });
  });

  it('returns pages that a cursor of the same project and filters continues', async () => {
    const first = await ask({}, 3);
    assert.equal(first.rows.length, 50);
    const cursor = first.pagination.nextCursor ?? '';
    const second = await ask({ cursor }, 3);
    assert.equal(new Set([...first.rows, ...second.rows].map(({ name }) => name)).size, 60);
    assert.deepEqual(second.pagination, { hasMore: false });
    assert.equal((await ask({ limit: 51 }, 3)).rows.length, 50);
    for (const [request, project] of [
      [{ cursor }, 1],
      [{ cursor, prefix: 'e' }, 3],
      [{ cursor, propertyKey: 'a', propertyValue: 'b' }, 3],
      [{ cursor: `${cursor}A` }, 3],
      [{ cursor: 'x' }, 3],
    ] as const)
      await assert.rejects(ask(request, project), { code: 'invalid_request' });
  });
});
