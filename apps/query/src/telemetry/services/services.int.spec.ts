import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { ServicesListRequestSchema } from '@svc/contract';
import type { Scope } from '@svc/reading/statement';
import {
  at,
  clock,
  INJECTION_ATTEMPTS,
  HOUR,
  MINUTE,
  NOW,
  testScope,
  SECOND,
  type SpanFixture,
  TelemetryWriter,
  testReader,
} from '@svc/reading/testing';
import { toService } from './service.message.js';
import { ServicesRepository } from './services.repository.js';
import { ServicesService } from './services.service.js';

const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;

describe('the list of services', () => {
  let engine: SharedStore;
  let service: ServicesService;
  let writer: TelemetryWriter;
  beforeAll(async () => {
    engine = await sharedStore();
    writer = new TelemetryWriter(engine.store);
    service = new ServicesService(new ServicesRepository(), clock);
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const list = async (request: MessageInitShape<typeof ServicesListRequestSchema>, scope: Scope) => {
    const { rows, minutes } = await service.list(
      create(ServicesListRequestSchema, request),
      testReader(engine.store, scope),
    );
    return rows.map((row) => toService(row, minutes));
  };
  let spans = 0;
  const span = (project: number, others: Partial<SpanFixture>): SpanFixture => ({
    project,
    traceId: 'ab'.repeat(16),
    spanId: (++spans).toString(16).padStart(16, '0'),
    parentSpanId: 'ffffffffffffffff',
    timestamp: NOW - 30n * MINUTE,
    ...others,
  });

  it('counts spans that serve, consume or start a trace as requests', async () => {
    await writer.spans([
      span(10, { service: 'a', kind: SERVER, statusCode: 2 }),
      span(10, { service: 'a', kind: CONSUMER }),
      span(10, { service: 'a', kind: CLIENT, statusCode: 2 }),
      span(10, { service: 'a', kind: 1, parentSpanId: '' }),
      // A root span that also serves is one request.
      span(10, { service: 'a', kind: SERVER, parentSpanId: '' }),
      span(10, { service: 'b', kind: CLIENT }),
    ]);
    const [a, b, ...others] = await list({}, testScope(10));
    assert.deepEqual(others, []);
    assert.deepEqual(
      [a?.serviceName, a?.requestCount, a?.errorCount, a?.errorRate, a?.spanCount, a?.requestRate],
      ['a', 4n, 1n, 0.25, 5n, 4 / 3600],
    );
    assert.deepEqual(
      [b?.serviceName, b?.requestCount, b?.errorRate, b?.p99DurationMs, b?.avgDurationMs, b?.spanCount],
      ['b', 0n, 0, 0, 0, 1n],
    );
  });

  it('computes durations from the requests only, merged over minutes', async () => {
    const scope = testScope(11);
    const durations = Array.from({ length: 1_000 }, (_, index) => BigInt(index + 1) * 1_000_000n);
    await writer.spans(
      durations.map((durationNs, index) =>
        span(11, { service: 'a', kind: SERVER, durationNs, timestamp: NOW - BigInt(1 + (index % 50)) * MINUTE }),
      ),
    );
    await writer.spans([span(11, { service: 'a', kind: CLIENT, durationNs: 10n ** 15n })]);
    const [a] = await list({}, scope);
    assert.equal(a?.avgDurationMs, 500.5);
    for (const [found, exact] of [
      [a.p50DurationMs, 500],
      [a.p95DurationMs, 950],
      [a.p99DurationMs, 990],
    ] as const) {
      assert.ok(found !== undefined && Math.abs(found / exact - 1) < 0.01, `${found} is not near ${exact}`);
    }
  });

  it('counts sampled spans as often as they represent, and reports the estimate', async () => {
    await writer.spans([
      span(13, { service: 'a', kind: SERVER, traceState: 'ot=th:c', statusCode: 2 }),
      span(13, { service: 'a', kind: CLIENT, traceState: 'ot=th:8' }),
      span(13, { service: 'b', kind: SERVER }),
    ]);
    const [a, b] = await list({}, testScope(13));
    assert.deepEqual(
      [a?.requestCount, a?.errorCount, a?.errorRate, a?.requestRate, a?.spanCount, a?.estimated],
      [4n, 4n, 1, 4 / 3600, 6n, true],
    );
    assert.deepEqual([b?.requestCount, b?.spanCount, b?.estimated], [1n, 1n, false]);
  });

  it('covers whole minutes around the window', async () => {
    const scope = testScope(12);
    const minute = NOW - (NOW % MINUTE) - 10n * MINUTE;
    await writer.spans(
      [-1n, 0n, MINUTE - 1n, MINUTE].map((offset) =>
        span(12, { service: 'a', kind: SERVER, timestamp: minute + offset }),
      ),
    );
    const [a] = await list({ startTime: at(minute + 30n * SECOND), endTime: at(minute + 31n * SECOND) }, scope);
    assert.equal(a?.requestCount, 2n);
    assert.equal(a.requestRate, 2 / 60);
    assert.deepEqual(a.lastSeenMinute, { seconds: minute / SECOND, nanos: 0 });
    assert.deepEqual(await list({ startTime: at(NOW - 30n * HOUR), endTime: at(NOW - 29n * HOUR) }, scope), []);
  });

  it('covers one project and the requested environments', async () => {
    await writer.spans([
      span(20, { service: 'a', environment: 'prod', kind: SERVER }),
      span(20, { service: 'a', environment: 'test', kind: SERVER }),
      span(20, { service: 'b', kind: SERVER }),
      span(21, { service: 'a', environment: 'prod', kind: SERVER, statusCode: 2 }),
    ]);
    const scope = testScope(20);
    const [a, b] = await list({}, scope);
    assert.deepEqual([a?.environments, a?.requestCount, a?.errorCount], [['prod', 'test'], 2n, 0n]);
    assert.deepEqual([b?.environments], [[]]);
    const [filtered, ...none] = await list({ environment: ['prod', 'stage'] }, scope);
    assert.deepEqual([filtered?.environments, filtered?.requestCount, none], [['prod'], 1n, []]);
    for (const attempt of INJECTION_ATTEMPTS) assert.deepEqual(await list({ environment: [attempt] }, scope), []);
    assert.deepEqual(await list({}, testScope(22)), []);
  });

  it('reports that it was truncated at more than ten thousand services', async () => {
    const add = (from: number, count: number) =>
      engine.store.command(
        `INSERT INTO request_minutes (project_number, retention_days, minute, service_name, spans)
         SELECT 30, 30, toDateTime({minute:UInt32}), concat('s', leftPad(toString(number), 5, '0')), 1 FROM numbers({from:UInt32}, {count:UInt32})`,
        { minute: Number(NOW / SECOND) - 600, from, count },
      );
    const all = () => service.list(create(ServicesListRequestSchema, {}), testReader(engine.store, testScope(30)));
    await add(0, 10_000);
    assert.deepEqual([(await all()).rows.length, (await all()).isTruncated], [10_000, false]);
    await add(10_000, 1);
    const { rows, isTruncated } = await all();
    assert.deepEqual([rows.length, rows.at(-1)?.service_name, isTruncated], [10_000, 's09999', true]);
  });
});
