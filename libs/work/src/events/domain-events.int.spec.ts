import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { domainEventCleanup } from './domain-event-cleanup.js';
import { selectReadersBehind } from './event-watch.js';
import { readEvents } from './read-events.js';
import { recordEvent, type NewDomainEvent } from './record-event.js';

const NOW = Date.parse('2026-02-01T00:00:00Z');
const DAY_MS = 24 * 3_600_000;

describe('the outbox', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(() => database.stop());

  const event = (daysAgo: number): NewDomainEvent => ({
    projectId: randomUUID(),
    type: 'issue.new',
    subject: randomUUID(),
    occurredAt: new Date(NOW - daysAgo * DAY_MS),
    data: { title: 'Error: no' },
  });

  const readersBehind = async (readers: readonly string[]): Promise<readonly string[]> => {
    const statement = selectReadersBehind(readers, () => '$1');
    const rows = await database.relational.rows<{ readonly reader: string }>(statement, [readers]);
    return rows.map(({ reader }) => reader);
  };

  it('contains an event exactly if the transaction of the change is committed', async () => {
    const { client } = database.relational;
    const [kept, lost] = [event(0), event(0)];
    await client.$transaction((tx) => recordEvent(tx, kept));
    const failing = client.$transaction(async (tx) => {
      await recordEvent(tx, lost);
      throw new Error('rolled back');
    });
    await assert.rejects(failing, /rolled back/);
    const found = await client.domainEvent.findMany({ where: { projectId: { in: [kept.projectId, lost.projectId] } } });
    assert.deepEqual(
      found.map(({ id: _, transaction: _transaction, ...rest }) => rest),
      [kept],
    );
  });

  it('restarts readers from the beginning after a restore into a server with lower transaction IDs', async () => {
    const { client } = database.relational;
    const recorded = event(0);
    const data = { reader: 'restored', transaction: 2n ** 40n, eventId: randomUUID() };
    await client.domainEventCursor.create({ data });
    await client.$transaction((tx) => recordEvent(tx, recorded));
    const events = await client.$transaction((tx) => readEvents(tx, 'restored', 100));
    assert.ok(events.some(({ subject }) => subject === recorded.subject));
    assert.deepEqual(await client.$transaction((tx) => readEvents(tx, 'restored', 100)), []);
  });

  it('finds readers with events to read: new ones, lagging ones, and ones whose cursor is ahead of the server', async () => {
    const { client } = database.relational;
    const readers = ['never-read', 'up-to-date', 'ahead'];
    await client.$transaction((tx) => recordEvent(tx, event(0)));
    await client.$transaction((tx) => readEvents(tx, 'up-to-date', 1_000));
    const data = { reader: 'ahead', transaction: 2n ** 40n, eventId: randomUUID() };
    await client.domainEventCursor.create({ data });
    assert.deepEqual((await readersBehind(readers)).toSorted(), ['ahead', 'never-read']);
    await client.$transaction((tx) => recordEvent(tx, event(0)));
    assert.deepEqual((await readersBehind(readers)).toSorted(), readers.toSorted());
    for (const reader of readers) await client.$transaction((tx) => readEvents(tx, reader, 1_000));
    assert.deepEqual(await readersBehind(readers), []);
  });

  it('wakes no reader for events after a transaction that still runs', async () => {
    const { client } = database.relational;
    await client.$transaction((tx) => readEvents(tx, 'waiting', 1_000));
    await client.$transaction(async (running) => {
      await recordEvent(running, event(0));
      await client.$transaction((tx) => recordEvent(tx, event(0)));
      assert.deepEqual(await readersBehind(['waiting']), []);
    });
    assert.deepEqual(await readersBehind(['waiting']), ['waiting']);
  });

  it('deletes events after seven days', async () => {
    const { client } = database.relational;
    const [young, old] = [event(6.9), event(7.1)];
    await client.$transaction(async (tx) => {
      await recordEvent(tx, young);
      await recordEvent(tx, old);
    });
    const { signal } = new AbortController();
    await domainEventCleanup().run({ relational: database.relational, now: new Date(NOW), signal });
    const left = await client.domainEvent.findMany({ where: { subject: { in: [young.subject, old.subject] } } });
    assert.deepEqual(
      left.map(({ subject }) => subject),
      [young.subject],
    );
  });
});
