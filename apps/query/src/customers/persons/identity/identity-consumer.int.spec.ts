import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { captureHeaders, encodeRecord, IDENTIFY, type CapturedEvent } from '@svc/capture';
import type { ColumnStore } from '@svc/columnar';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { TOPICS } from '@svc/event-log';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { createLogger } from '@svc/observability';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/test-servers';
import { IdentityConsumer } from './identity-consumer.js';
import { PersonResolver } from './resolver.js';

const event = (fields: Partial<CapturedEvent>): CapturedEvent => ({
  event: 'opened',
  distinctId: 'ann',
  anonDistinctId: '',
  sessionId: '',
  timestampNs: 1n,
  messageId: 'm',
  groups: [],
  writes: [],
  traceId: '',
  environment: '',
  serviceName: '',
  release: '',
  properties: '{}',
  ...fields,
});

describe('the identity consumer', () => {
  let engine: SharedStore;
  let database: TemporaryDatabase;
  let directory: string;
  let eventLog: LmdbEventLog;
  beforeAll(async () => {
    [engine, database, directory] = await Promise.all([
      sharedStore(),
      startTemporaryDatabase(),
      mkdtemp(path.join(tmpdir(), 'svc-identity-')),
    ]);
    eventLog = await LmdbEventLog.open({ directory, partitions: 2 });
  });
  afterAll(async () => {
    await eventLog.close();
    await database.stop();
    await engine[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  const start = (columnStore: ColumnStore = engine.store): IdentityConsumer => {
    const resolver = new PersonResolver(database.relational, columnStore, Date.now);
    const consumer = new IdentityConsumer(resolver, eventLog, createLogger({ service: 'query', level: 'silent' }));
    consumer.onApplicationBootstrap();
    return consumer;
  };
  const append = (project: number, events: readonly CapturedEvent[]) =>
    eventLog.append(TOPICS.capture, {
      key: String(project),
      value: encodeRecord(events),
      headers: captureHeaders({
        projectNumber: project,
        projectId: '00000000-0000-4000-8000-000000000001',
        retentionDays: 30,
        receivedAtMs: 1,
        hash: 'h',
        bytes: 1,
        isFromServer: true,
        rejected: {},
      }),
    });
  const aliases = async (projectNumber: number) => {
    const rows = await database.relational.client.personAlias.findMany({ where: { projectNumber } });
    return rows.map((row) => `${row.distinctId}→${row.canonicalDistinctId}`).sort();
  };

  const linked = (projectNumber: number, expected: readonly string[]) =>
    eventually(`project ${projectNumber} is linked`, async () => {
      assert.deepEqual(await aliases(projectNumber), expected);
      return true;
    });

  it('links, from identify and from product events with an anonymous id, in each project separately', async () => {
    const consumer = start();
    await append(1, [
      event({ event: IDENTIFY, anonDistinctId: 'phone', properties: '' }),
      event({ event: 'signed up', anonDistinctId: 'tablet' }),
      event({ event: 'opened', properties: '{"anon":"x","event":"identify"}' }),
    ]);
    await append(2, [event({ event: IDENTIFY, distinctId: 'bob', anonDistinctId: 'phone', properties: '' })]);
    await linked(1, ['phone→ann', 'tablet→ann']);
    await linked(2, ['phone→bob']);
    await consumer.onModuleDestroy();
  });

  it('loses nothing when a process cannot write and dies: another one takes over its batch', async () => {
    let refused = 0;
    const command = (): Promise<void> => {
      refused += 1;
      return Promise.reject(new ServiceError('unavailable'));
    };
    const broken = start(Object.assign(Object.create(engine.store) as ColumnStore, { command }));
    await append(9, [event({ event: IDENTIFY, anonDistinctId: 'device', distinctId: 'ann' })]);
    await eventually('the column store refuses them', () => refused > 0);
    assert.deepEqual(await aliases(9), [], 'facts that the column store did not receive are not visible anywhere');
    await broken.onModuleDestroy();
    const other = start();
    await linked(9, ['device→ann']);
    await other.onModuleDestroy();
  });

  it('continues after a restart where it stopped, and lets an identify alone make an id known', async () => {
    await append(3, [event({ event: IDENTIFY, distinctId: 'phone', timestampNs: 1n, properties: '' })]);
    await append(3, [event({ event: IDENTIFY, anonDistinctId: 'phone', timestampNs: 2n, properties: '' })]);
    await append(3, [event({ event: IDENTIFY, anonDistinctId: 'tablet', timestampNs: 2n, properties: '' })]);
    const consumer = start();
    await linked(3, ['tablet→ann']);
    const refused = await database.relational.client.identityFact.findMany({
      where: { projectNumber: 3, verdict: 'already_identified' },
    });
    assert.deepEqual(
      refused.map(({ anonDistinctId }) => anonDistinctId),
      ['phone'],
    );
    await consumer.onModuleDestroy();
  });
});
