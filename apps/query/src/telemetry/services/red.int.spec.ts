import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { ServicesRedRequestSchema } from '@svc/contract';
import {
  at,
  clock,
  DAY,
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
import { ServiceError } from '@svc/service-error';
import { toRed } from './red.message.js';
import { ServicesRepository } from './services.repository.js';
import { ServicesService } from './services.service.js';

const SERVER = 2;
const CLIENT = 3;
/** The current time of these tests is in the middle of a minute. */
const LATER = 90n * SECOND;

describe('a service over time', () => {
  let engine: SharedStore;
  let service: ServicesService;
  let writer: TelemetryWriter;
  beforeAll(async () => {
    engine = await sharedStore();
    writer = new TelemetryWriter(engine.store);
    service = new ServicesService(new ServicesRepository(), () => clock() + Number(LATER / 1_000_000n));
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  type Request = MessageInitShape<typeof ServicesRedRequestSchema>;
  const red = async (request: Request, project: number) =>
    toRed(await service.red(create(ServicesRedRequestSchema, request), testReader(engine.store, testScope(project))));
  const span = (project: number, others: Partial<SpanFixture>): SpanFixture => ({
    project,
    traceId: 'ab'.repeat(16),
    spanId: '01'.repeat(8),
    parentSpanId: 'ff'.repeat(8),
    timestamp: NOW,
    service: 'a',
    kind: SERVER,
    ...others,
  });
  const counts = async (request: Request, project: number) =>
    ((await red(request, project)).buckets ?? []).map(({ requestCount }) => Number(requestCount));
  const code = async (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'no error',
      (error: unknown) => (error instanceof ServiceError ? [error.code, error.details[0]?.path] : error),
    );

  it('returns every bucket, and marks the incomplete one', async () => {
    await writer.spans([
      span(10, { timestamp: NOW - 2n * MINUTE, durationNs: 10_000_000n }),
      span(10, { timestamp: NOW - 2n * MINUTE + 59n * SECOND, durationNs: 30_000_000n, statusCode: 2 }),
      // Not a request: it neither serves nor starts a trace.
      span(10, { timestamp: NOW - MINUTE, kind: CLIENT, statusCode: 2 }),
      span(10, { timestamp: NOW + MINUTE }),
    ]);
    const {
      serviceName,
      interval,
      buckets = [],
    } = await red({ serviceName: 'a', startTime: at(NOW - 2n * MINUTE) }, 10);
    assert.deepEqual([serviceName, interval, buckets.length], ['a', '1m', 4]);
    const [first, empty, , open] = buckets;
    assert.deepEqual(
      [first?.requestCount, first?.errorCount, first?.errorRate, first?.requestRate, first?.avgDurationMs],
      [2n, 1n, 0.5, 2 / 60, 20],
    );
    assert.deepEqual(first?.timestamp, { seconds: (NOW - 2n * MINUTE) / SECOND, nanos: 0 });
    assert.deepEqual(
      [empty?.requestCount, empty?.requestRate, empty?.errorRate, empty?.p50DurationMs, empty?.complete],
      [0n, 0, 0, 0, true],
    );
    // Half a minute has passed.
    assert.deepEqual([open?.complete, open?.requestCount, open?.requestRate], [false, 1n, 1 / 30]);
    assert.deepEqual(
      buckets.map(({ complete }) => complete),
      [true, true, true, false],
    );
  });

  it('aligns its buckets with the interval, which the window determines by default', async () => {
    const times = [0n, 4n, 5n, 59n].map((minute) => NOW - HOUR + minute * MINUTE);
    await writer.spans(times.map((timestamp) => span(11, { timestamp })));
    const window = { serviceName: 'a', startTime: at(NOW - HOUR + MINUTE), endTime: at(NOW) };
    assert.deepEqual(await counts({ ...window, interval: '5m' }, 11), [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    // The hour starts forty minutes earlier.
    assert.deepEqual(await counts({ ...window, interval: '1h' }, 11), [3, 1]);
    for (const [width, interval, buckets] of [
      [HOUR, '1m', 60],
      [12n * HOUR, '5m', 144],
      [3n * DAY, '1h', 73],
    ] as const) {
      const found = await red({ serviceName: 'a', startTime: at(NOW - width), endTime: at(NOW) }, 11);
      assert.deepEqual([found.interval, found.buckets?.length], [interval, buckets]);
    }
  });

  it('returns zeros for a known silent service, and reports an unknown one as not found', async () => {
    await writer.spans([span(12, { timestamp: NOW - 5n * DAY }), span(13, { service: 'foreign' })]);
    const silent = await counts({ serviceName: 'a', interval: '5m' }, 12);
    assert.deepEqual(
      silent,
      Array.from({ length: 13 }, () => 0),
    );
    assert.deepEqual(await code(red({ serviceName: 'foreign' }, 12)), ['not_found', undefined]);
    for (const attempt of INJECTION_ATTEMPTS)
      assert.deepEqual(await code(red({ serviceName: attempt }, 12)), ['not_found', undefined]);
  });

  it('covers the requested environments only', async () => {
    await writer.spans([span(14, { environment: 'prod' }), span(14, { environment: 'test' })]);
    const of = async (environment: string[]) => (await counts({ serviceName: 'a', environment }, 14)).at(-2);
    assert.deepEqual(await Promise.all([of([]), of(['prod']), of(['prod', 'test']), of(['none'])]), [2, 1, 2, 0]);
  });

  it('counts sampled spans as often as they represent, and reports the estimate', async () => {
    await writer.spans([
      span(15, { traceState: 'ot=th:c', statusCode: 2, durationNs: 10_000_000n }),
      span(15, { durationNs: 20_000_000n }),
      span(15, { traceState: 'ot=th:8', kind: CLIENT }),
      span(15, { timestamp: NOW - MINUTE }),
    ]);
    const { buckets = [] } = await red({ serviceName: 'a', startTime: at(NOW - MINUTE), interval: '1m' }, 15);
    assert.deepEqual(
      buckets.map(({ requestCount, errorCount, errorRate, avgDurationMs, estimated }) => [
        requestCount,
        errorCount,
        errorRate,
        avgDurationMs,
        estimated,
      ]),
      [
        [1n, 0n, 0, 1, false],
        [5n, 4n, 0.8, 12, true],
        [0n, 0n, 0, 0, false],
      ],
    );
  });

  it('rejects a request for too many buckets', async () => {
    const month = { serviceName: 'a', startTime: at(NOW - 30n * DAY), endTime: at(NOW), interval: '1m' };
    assert.deepEqual(await code(red(month, 10)), ['invalid_request', 'interval']);
  });
});
