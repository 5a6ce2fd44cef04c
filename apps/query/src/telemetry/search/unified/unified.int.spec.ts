import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { SearchUnifiedRequestSchema } from '@svc/contract';
import { Budget, type Scope } from '@svc/reading/statement';
import {
  ampleBudget,
  at,
  clock,
  DAY,
  INJECTION_ATTEMPTS,
  logId,
  MINUTE,
  NOW,
  testScope,
  TelemetryWriter,
  testReader,
} from '@svc/reading/testing';
import { LogsRepository } from '../../logs/logs.repository.js';
import { TracesRepository } from '../../traces/traces.repository.js';
import { Finders } from './finders.js';
import { toUnifiedResponse } from './unified.message.js';
import { UnifiedService } from './unified.service.js';

describe('a search across signals', () => {
  let engine: SharedStore;
  let service: UnifiedService;
  let writer: TelemetryWriter;
  beforeAll(async () => {
    engine = await sharedStore();
    writer = new TelemetryWriter(engine.store);
    const finders = new Finders(new LogsRepository(), new TracesRepository());
    service = new UnifiedService(finders, clock);
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const search = async (
    request: MessageInitShape<typeof SearchUnifiedRequestSchema>,
    scope: Scope,
    budget = ampleBudget(),
  ) =>
    toUnifiedResponse(
      await service.search(create(SearchUnifiedRequestSchema, request), testReader(engine.store, scope, budget)),
    );
  const searchIds = async (request: MessageInitShape<typeof SearchUnifiedRequestSchema>, scope: Scope) =>
    (await search(request, scope)).results?.map(({ type, id }) => `${type} ${id}`).sort();

  const traceId = 'ab'.repeat(16);
  const log = { timestamp: NOW - MINUTE, idTail: '0'.repeat(15) + '1' };
  const scope = testScope(10);
  const everything = [`logs ${logId(log)}`, 'metrics checkout.duration', `traces ${traceId}`];
  /** The row of its series was written when it was first received that day. */
  const metric = async (project: number, name: string, agoSeconds: number): Promise<void> => {
    const seconds = Number(NOW / 1_000_000_000n) - agoSeconds;
    await engine.store.command(
      `INSERT INTO metric_points (project_number, retention_days, metric_name, series_hash, timestamp, value)
       SELECT {project:UInt32}, 30, {name:String}, 1, toDateTime64({seen:UInt32}, 9), 1`,
      { project, name, seen: seconds },
    );
    await engine.store.command(
      `INSERT INTO metric_series (project_number, metric_name, series_hash, type, service_name, description, attributes, last_seen)
       SELECT {project:UInt32}, {name:String}, 1, 1, 'cart', 'how long it takes', map('region', 'eu'), toDateTime({seen:UInt32})`,
      { project, name, seen: seconds - 23 * 3600 },
    );
  };
  beforeAll(async () => {
    await writer.logs([
      { ...log, project: 10, service: 'cart', body: 'Checkout failed', traceId, attributes: { status: '500' } },
      { ...log, project: 11, body: 'checkout of another project' },
    ]);
    await writer.spans([
      { project: 10, timestamp: NOW - 2n * MINUTE, traceId, spanId: 'cd'.repeat(8), name: 'checkout', service: 'cart' },
    ]);
    await metric(10, 'checkout.duration', 60);
    await metric(10, 'checkout.forgotten', 2 * 86_400);
  });

  it('finds all types, and returns their details and scores', async () => {
    const { results = [], types } = await search({ q: 'checkout' }, scope);
    assert.deepEqual(
      results.map(({ type, title, serviceName: name, traceId: trace }) => [type, title, name, trace]),
      [
        ['traces', 'checkout', 'cart', traceId],
        ['logs', 'Checkout failed', 'cart', traceId],
        ['metrics', 'checkout.duration', 'cart', undefined],
      ],
    );
    assert.ok(results.every(({ score = -1 }, index) => score <= (results[index - 1]?.score ?? 1) && score > 0.5));
    assert.deepEqual(
      types?.map(({ type, count, truncated, error }) => [type, count, truncated, error]),
      [
        ['traces', 1, false, undefined],
        ['logs', 1, false, undefined],
        ['metrics', 1, false, undefined],
      ],
    );
  });

  it('narrows the search by types, services, time and project', async () => {
    assert.deepEqual(await searchIds({ q: 'checkout' }, scope), everything);
    assert.deepEqual(await searchIds({ q: 'checkout', types: ['logs'] }, scope), everything.slice(0, 1));
    assert.deepEqual(await searchIds({ q: 'checkout', types: ['metrics', 'traces'] }, scope), everything.slice(1));
    assert.deepEqual(await searchIds({ q: 'checkout', service: ['web'] }, scope), []);
    assert.deepEqual(await searchIds({ q: 'checkout', service: ['web', 'cart'] }, scope), everything);
    assert.deepEqual(await searchIds({ q: 'checkout', startTime: at(NOW - MINUTE) }, scope), [
      everything[0],
      everything[1],
    ]);
    const more = await searchIds({ q: 'checkout', startTime: at(NOW - 3n * DAY) }, scope);
    assert.deepEqual(more, [everything[0], everything[1], 'metrics checkout.forgotten', everything[2]]);
    assert.deepEqual(await searchIds({ q: 'checkout' }, testScope(12)), []);
    assert.deepEqual(await searchIds({ q: 'region:eu unit:"" type:gauge', types: ['metrics'] }, scope), [
      everything[1],
    ]);
  });

  it('finds a trace and its records by the id alone', async () => {
    assert.deepEqual(await searchIds({ q: ` ${traceId.toUpperCase()} ` }, scope), [everything[0], everything[2]]);
  });

  it('reports how much it leaves out', async () => {
    const crowd = testScope(20);
    await writer.logs(
      Array.from({ length: 30 }, (_, index) => ({
        project: 20,
        timestamp: NOW - BigInt(index + 1) * MINUTE,
        idTail: '0'.repeat(16),
        body: 'crowd',
      })),
    );
    await metric(20, 'crowd', 5);
    const { results = [], types } = await search({ q: 'crowd', limit: 10 }, crowd);
    assert.equal(results.length, 10);
    assert.deepEqual(
      types?.map(({ type, count, truncated }) => [type, count, truncated]),
      [
        ['traces', 0, false],
        ['logs', 9, true],
        ['metrics', 1, false],
      ],
    );
    const scores = results.map(({ timestamp }) => timestamp?.seconds ?? 0n);
    assert.ok(scores.every((seconds, index) => index === 0 || seconds <= (scores[index - 1] ?? 0n)));
    assert.equal((await search({ q: 'crowd' }, crowd)).results?.length, 20);
  });

  it('leaves out a type that cannot be searched by the query, and fails if all are left out', async () => {
    // A span has a status field, which is never a number; a record has one only as an attribute.
    const { results = [], types } = await search({ q: 'status:500' }, scope);
    assert.deepEqual(
      results.map(({ type }) => type),
      ['logs'],
    );
    const failed = types?.find(({ type }) => type === 'traces');
    assert.deepEqual([failed?.error, failed?.truncated, failed?.count], ['invalid_request', true, 0]);
    await assert.rejects(search({ q: 'status:500', types: ['traces'] }, scope), { code: 'invalid_request' });
    await assert.rejects(search({ q: '(' }, scope), { code: 'invalid_request' });
    const gone = AbortSignal.abort();
    await assert.rejects(search({ q: 'checkout' }, scope, new Budget(gone, 10_000)));
  });

  it('treats injection attempts as plain words', async () => {
    for (const attempt of INJECTION_ATTEMPTS) {
      for (const q of [attempt, `"${attempt.replace(/[\\"]/g, '\\$&')}"`]) {
        if (q.length > 4_096) continue;
        await search({ q }, scope).catch((error: unknown) => {
          assert.equal((error as { code?: string }).code, 'invalid_request');
        });
      }
    }
    assert.deepEqual(await searchIds({ q: 'checkout' }, scope), everything);
  });
});
