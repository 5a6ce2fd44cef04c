import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { MemoryStore } from '@svc/cache';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import {
  CallContextSchema,
  Cohorts,
  Logs,
  Metrics,
  Persons,
  SavedSearches,
  Services,
  Traces,
  type CallContext,
} from '@svc/contract';
import { createKeyRing, generateKey } from '@svc/encryption';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { DirectoryStore } from '@svc/objects/open';
import { createLogger } from '@svc/observability';
import { clock, MINUTE, NOW, TelemetryWriter } from '@svc/reading/testing';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { createRpcClient, startRpcServer, type RpcServer } from '@svc/rpc';
import { PATIENCE_MS } from '@svc/test-servers';
import { CustomerWriter } from './customers/persons/persons.fixture.js';
import { QueryModule } from './query.module.js';

const context = (number: number): CallContext =>
  create(CallContextSchema, {
    requestId: 'r1',
    organizationId: '00000000-0000-4000-8000-000000000001',
    principalType: 'api_key',
    principalId: '00000000-0000-4000-8000-000000000002',
    project: { id: `00000000-0000-4000-8000-00000000000${number}`, number, retentionDays: 30 },
  });

describe('the query service', () => {
  let engine: SharedStore;
  let database: TemporaryDatabase;
  let eventLog: LmdbEventLog;
  let directory: string;
  let server: RpcServer;
  let address: string;
  beforeAll(async () => {
    [engine, database, directory] = await Promise.all([
      sharedStore(),
      startTemporaryDatabase(),
      mkdtemp(join(tmpdir(), 'svc-query-rpc-')),
    ]);
    eventLog = await LmdbEventLog.open({ directory: join(directory, 'event-log') });
    address = `unix:${join(directory, 'query.sock')}`;
    server = await startRpcServer({
      module: QueryModule.with({
        columnStore: engine.store,
        eventLog,
        relational: database.relational,
        cacheStore: new MemoryStore(),
        objects: await DirectoryStore.open({ directory: join(directory, 'objects') }),
        cursorSecret: 'a secret of sixteen bytes and more',
        keyRing: createKeyRing(generateKey('test')),
        logger: createLogger({ service: 'query', level: 'error' }),
        clock,
      }),
      address,
    });
  });
  afterAll(async () => {
    await server.stop();
    await eventLog.close();
    await engine[Symbol.asyncDispose]();
    await database.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const client = <S extends Parameters<typeof createRpcClient>[0]>(service: S) =>
    createRpcClient<S>(service, { address, timeoutMs: PATIENCE_MS });

  it('serves every domain, inside the project of the call', async () => {
    const writer = new TelemetryWriter(engine.store);
    const traceId = 'ab'.repeat(16);
    await writer.logs([{ project: 1, timestamp: NOW - MINUTE, idTail: '0000000000000001', body: 'hello', traceId }]);
    await writer.spans([
      {
        project: 1,
        timestamp: NOW - MINUTE,
        traceId,
        spanId: '00000000000000aa',
        service: 'web',
        kind: 2,
        name: 'GET /',
      },
    ]);
    for (const [number, found] of [
      [1, 1],
      [2, 0],
    ] as const) {
      const options = { context: context(number) };
      const { logs, pagination } = await client(Logs).query({ q: 'hello' }, options);
      assert.equal(logs.length, found);
      assert.equal(pagination?.hasMore, false);
      assert.equal((await client(Traces).search({}, options)).traces.length, found);
      assert.equal((await client(Services).list({}, options)).services.length, found);
      assert.equal((await client(Metrics).list({}, options)).metrics.length, 0);
      assert.equal((await client(SavedSearches).list({}, options)).savedSearches.length, 0);
    }
    assert.equal((await client(Traces).get({ traceId }, { context: context(1) })).spans[0]?.name, 'GET /');
    await assert.rejects(client(Traces).get({ traceId }, { context: context(2) }), { code: 'not_found' });
  });

  it('rejects an invalid request, naming the field', async () => {
    const options = { context: context(1) };
    await assert.rejects(client(Logs).query({ limit: 0 }, options), { code: 'invalid_request' });
    await assert.rejects(client(Logs).query({ level: ['loud'] }, options), { code: 'invalid_request' });
    await assert.rejects(client(Logs).query({ q: '(a' }, options), {
      code: 'invalid_request',
      details: [{ path: 'q', reason: 'at position 1: this parenthesis is not closed' }],
    });
    await assert.rejects(client(Logs).query({ cursor: 'x' }, options), { code: 'InvalidArgument' });
    await assert.rejects(client(Traces).search({ cursor: 'x' }, options), { code: 'InvalidArgument' });
  });

  it('removes an erased person from cohorts', async () => {
    const options = { context: context(1) };
    const writer = new CustomerWriter(engine.store);
    for (const distinctId of ['ann', 'bob']) await writer.seen(1, distinctId, NOW);
    const cohort = await client(Cohorts).create({ name: 'known', kind: 'static', members: ['ann', 'bob'] }, options);
    await client(Persons).delete({ personId: 'ann' }, options);
    const { members } = await client(Cohorts).members({ cohortId: cohort.id }, options);
    assert.deepEqual(
      members.map(({ distinctId }) => distinctId),
      ['bob'],
    );
  });

  it('returns the longest trace in one message', async () => {
    const traceId = 'cd'.repeat(16);
    await engine.store.command(
      `INSERT INTO spans (project_number, retention_days, timestamp, duration_ns, trace_id, span_id, name, attributes)
       SELECT 1, 30, fromUnixTimestamp64Nano({start:Int64} + number), 1, unhex({trace:String}),
       unhex(lpad(hex(toUInt64(number + 1)), 16, '0')), 'operation', map('http.url', repeat('u', 100), 'note', repeat('n', 900))
       FROM numbers(10000)`,
      { start: NOW - MINUTE, trace: traceId },
    );
    const trace = await client(Traces).get({ traceId }, { context: context(1) });
    assert.equal(trace.spans.length, 10_000);
    assert.equal(trace.truncated, false);
  });
});
