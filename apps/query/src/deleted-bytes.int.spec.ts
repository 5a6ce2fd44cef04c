import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { MemoryStore } from '@svc/cache';
import { filesHolding, temporaryStore, type TemporaryStore } from '@svc/columnar/testing';
import { CallContextSchema, Erasure, Logs, Metrics, Persons, Traces } from '@svc/contract';
import { createKeyRing, generateKey } from '@svc/encryption';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { LogKeys } from '@svc/event-log/keys';
import { DirectoryStore } from '@svc/objects/open';
import { createLogger } from '@svc/observability';
import { logId, MINUTE, TelemetryWriter, writeErrors, writeSeries } from '@svc/reading/testing';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { createRpcClient, startRpcServer, type RpcServer } from '@svc/rpc';
import { eventually, PATIENCE_MS } from '@svc/test-servers';
import { CustomerWriter } from './customers/persons/persons.fixture.js';
import { QueryModule } from './query.module.js';

const RARELY = { everyMs: 2_000 };

describe('deleted rows', () => {
  const timestamp = BigInt(Date.now()) * 1_000_000n - MINUTE;
  let columns: TemporaryStore;
  let database: TemporaryDatabase;
  let eventLog: LmdbEventLog;
  let directory: string;
  let address: string;
  let server: RpcServer;
  let writer: TelemetryWriter;
  beforeAll(async () => {
    [columns, database, directory] = await Promise.all([
      temporaryStore({ limits: { replacedPartsSeconds: 1 } }),
      startTemporaryDatabase(),
      mkdtemp(join(tmpdir(), 'svc-deleted-')),
    ]);
    writer = new TelemetryWriter(columns.store);
    eventLog = await LmdbEventLog.open({ directory: join(directory, 'event-log') });
    address = `unix:${join(directory, 'query.sock')}`;
    const { relational } = database;
    server = await startRpcServer({
      module: QueryModule.with({
        columnStore: columns.store,
        eventLog,
        relational,
        cacheStore: new MemoryStore(),
        objects: await DirectoryStore.open({ directory: join(directory, 'objects') }),
        logKeys: new LogKeys({ relational, maxAgeMs: 1_000, clock: Date.now }),
        cursorSecret: 'a secret of sixteen bytes and more',
        keyRing: createKeyRing(generateKey('test')),
        logger: createLogger({ service: 'query', level: 'error' }),
      }),
      address,
    });
  });
  afterAll(async () => {
    await server.stop();
    await eventLog.close();
    await columns[Symbol.asyncDispose]();
    await database.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const client = <S extends Parameters<typeof createRpcClient>[0]>(service: S) =>
    createRpcClient<S>(service, { address, timeoutMs: PATIENCE_MS });
  const projectId = (number: number): string => `00000000-0000-4000-8000-000000000${number}`;
  const caller = (number: number) => ({
    context: create(CallContextSchema, {
      requestId: 'r1',
      organizationId: '00000000-0000-4000-8000-000000000001',
      principalType: 'api_key',
      principalId: '00000000-0000-4000-8000-000000000002',
      project: { id: projectId(number), number, retentionDays: 30 },
    }),
  });
  let project = 500;
  let text = '';
  beforeEach(() => {
    project += 1;
    text = `canary-${randomUUID()}`;
  });

  const places = (): Promise<string[]> => filesHolding(columns.directory, [text]);
  /** Otherwise the test could not fail. After a deletion, a merge may remove the row at any time. */
  const assertStored = async (): Promise<void> =>
    assert.notDeepEqual(await places(), [], 'the row is found where it is stored');
  const writeLog = async (): Promise<string> => {
    const log = { project, timestamp, idTail: '0123456789abcdef', body: text };
    await writer.logs([log]);
    await assertStored();
    return logId(log);
  };
  /** Lets the purge begin that is otherwise due within ten minutes. */
  const purge = () =>
    database.relational.client.job.updateMany({ where: { queue: 'row-purges' }, data: { runAt: new Date() } });
  const assertLeaves = async (): Promise<void> => {
    const isGone = async (): Promise<boolean> => {
      // Repeated, because the purge at the start of the service may still be running.
      await purge();
      return (await places()).length === 0;
    };
    await eventually('the row has left the disk', isGone, RARELY);
  };

  it('leave the disk with the next purge after the deletion of a log record, and their neighbours stay', async () => {
    const kept = `kept-${randomUUID()}`;
    await writer.logs([{ project, timestamp, idTail: 'fedcba9876543210', body: kept }]);
    const id = await writeLog();
    await client(Logs).delete({ logId: id }, caller(project));
    await assertLeaves();
    assert.notDeepEqual(await filesHolding(columns.directory, [kept]), []);
    const { logs } = await client(Logs).query({ q: kept }, caller(project));
    assert.equal(logs.length, 1);
  });

  it('leave the disk with the next purge after the deletion of a trace', async () => {
    const traceId = 'a'.repeat(32);
    await writer.spans([{ project, traceId, spanId: 'b'.repeat(16), timestamp, attributes: { note: text } }]);
    await assertStored();
    await client(Traces).delete({ traceId }, caller(project));
    await assertLeaves();
  });

  it('leave the disk with the next purge after the deletion of a metric', async () => {
    const series = { project, metric: 'requests', hash: BigInt(project), type: 1, attributes: { note: text } } as const;
    await writeSeries(writer, series, [{ timestamp, value: 1 }]);
    await assertStored();
    await client(Metrics).delete({ metricName: 'requests' }, caller(project));
    await assertLeaves();
  });

  it('leave the disk before the erasure of a person is reported as cleared', async () => {
    const customers = new CustomerWriter(columns.store);
    await customers.event({ project, distinctId: text, time: timestamp, properties: JSON.stringify({ text }) });
    await writeErrors(writer, [{ project, distinctId: text, timestamp }]);
    await customers.write(project, text, 'plan', { op: 'set', time: 1n, messageId: 'm', value: text });
    await assertStored();
    await client(Persons).delete({ personId: text }, caller(project));
    const { logErasure, rowPurge } = database.relational.client;
    const isCleared = async (): Promise<boolean> =>
      (await logErasure.count({ where: { projectNumber: project, logClearedAt: { not: null } } })) > 0;
    await eventually('it is reported', isCleared, RARELY);
    assert.deepEqual(await places(), []);
    assert.equal(await rowPurge.count({ where: { projectNumber: project } }), 0);
  });

  it('leave the disk before the erasure of a project is complete, which no call waits for', async () => {
    await writeLog();
    const erase = () => client(Erasure).eraseProject({ projectNumber: project, projectId: projectId(project) });
    const { complete, checkAgainAt } = await erase();
    assert.equal(complete, false);
    assert.ok(checkAgainAt && timestampDate(checkAgainAt).getTime() > Date.now());
    await eventually('it is complete', async () => (await erase()).complete, RARELY);
    assert.deepEqual(await places(), []);
  });
});
