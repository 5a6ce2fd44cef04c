import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { JaegerQueryFindRequestSchema, JaegerForm, JaegerQueryGetRequestSchema } from '@svc/contract';
import { MissingStore } from '@svc/objects/open';
import { ResourcesRepository } from '@svc/reading/resources';
import {
  NOW,
  clock,
  NOW_MS,
  SECOND,
  TelemetryWriter,
  testCursors,
  testReader,
  testScope,
  type SpanFixture,
} from '@svc/reading/testing';
import { ContentErasure } from '../../agent-content/index.js';
import { MapService } from '../services/map/map.service.js';
import { ServicesRepository } from '../services/services.repository.js';
import { ServicesService } from '../services/services.service.js';
import { testSpanId, testTraceId } from '../traces/traces.fixture.js';
import { TracesRepository } from '../traces/traces.repository.js';
import { TracesService } from '../traces/traces.service.js';
import { JaegerTraces, type Part } from './jaeger-traces.js';
import { JaegerService } from './jaeger.service.js';

const SERVER = 2;

describe('reads for the query interface of Jaeger', () => {
  let engine: SharedStore;
  let service: JaegerService;
  let writer: TelemetryWriter;
  beforeAll(async () => {
    engine = await sharedStore();
    writer = new TelemetryWriter(engine.store);
    const resources = new ResourcesRepository();
    const repository = new TracesRepository();
    const contents = new ContentErasure(new MissingStore());
    const traces = new TracesService(repository, resources, testCursors(), contents, clock);
    const map = new MapService(new ServicesService(new ServicesRepository(), clock));
    service = new JaegerService(traces, repository, new JaegerTraces(resources), map, clock);
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const span = (trace: number, id: number, others: Partial<SpanFixture> = {}): SpanFixture => ({
    traceId: testTraceId(trace),
    spanId: testSpanId(id),
    timestamp: NOW - 60n * SECOND,
    durationNs: 5_000_000n,
    service: 'shop',
    name: 'order',
    kind: SERVER,
    ...others,
  });
  const collect = async (parts: AsyncIterable<Part>) => {
    const texts: string[] = [];
    const notices: unknown[] = [];
    for await (const { part } of parts)
      if (part?.case === 'json') texts.push(Buffer.from(part.value).toString());
      else if (part?.case === 'notice') notices.push(part.value);
    return { traces: JSON.parse(`[${texts.join('')}]`) as { traceID: string; spans: unknown[] }[], notices, texts };
  };
  const find = (project: number, request: MessageInitShape<typeof JaegerQueryFindRequestSchema> = {}) => {
    const message = create(JaegerQueryFindRequestSchema, {
      startTime: timestampFromMs(NOW_MS - 3_600_000),
      endTime: timestampFromMs(NOW_MS),
      limit: 20,
      form: JaegerForm.TRACE,
      ...request,
    });
    return collect(service.find(message, testReader(engine.store, testScope(project))));
  };
  const get = (project: number, traceIds: readonly string[]) => {
    const message = create(JaegerQueryGetRequestSchema, { traceIds: [...traceIds], form: JaegerForm.TRACE });
    return collect(service.get(message, testReader(engine.store, testScope(project))));
  };

  it('returns whole traces of the project alone, the newest first, in few statements', async () => {
    const project = 7101;
    await writer.spans([
      ...[1, 2, 3].map((trace) => span(trace, trace, { project, timestamp: NOW + BigInt(trace - 60) * SECOND })),
      span(2, 20, { project, parentSpanId: testSpanId(2), service: 'payments', timestamp: NOW - 57n * SECOND }),
      span(4, 40, { project: project + 1 }),
    ]);
    const { traces } = await find(project);
    assert.deepEqual(
      traces.map(({ traceID, spans }) => [Number(`0x${traceID}`), spans.length]),
      [
        [3, 1],
        [2, 2],
        [1, 1],
      ],
    );
    assert.equal((await find(project, { limit: 2 })).traces.length, 2);
  });

  it('returns traces by their IDs in that order, and a notice for those that it does not have', async () => {
    const project = 7103;
    await writer.spans([span(11, 1, { project }), span(12, 2, { project }), span(13, 3, { project: project + 1 })]);
    const { traces, notices } = await get(project, [12, 13, 11].map(testTraceId));
    assert.deepEqual(
      traces.map(({ traceID }) => Number(`0x${traceID}`)),
      [12, 11],
    );
    assert.deepEqual(notices, [{ traceId: testTraceId(13), message: 'trace not found', notFound: true }]);
  });

  it('says that a trace has more spans than are returned, and returns those beside it whole', async () => {
    const project = 7105;
    const many = Array.from({ length: 10_050 }, (_, index) =>
      span(21, index + 1, { project, timestamp: NOW - 60n * SECOND + BigInt(index) }),
    );
    await writer.spans([...many, span(22, 60_000, { project })]);
    const { traces, notices, texts } = await get(project, [21, 22].map(testTraceId));
    assert.deepEqual(
      traces.map(({ spans }) => spans.length),
      [10_000, 1],
    );
    assert.deepEqual(notices, [
      { traceId: testTraceId(21), message: 'The trace has more than the 10000 spans that are returned.' },
    ]);
    assert.ok(texts.length > 1 && texts.every((text) => text.length < 300 * 1024), 'the answer is sent in parts');
  });

  it('lists services, and operations by kind', async () => {
    const project = 7107;
    await writer.spans([
      span(31, 1, { project }),
      span(31, 2, { project, name: 'order', kind: 0 }),
      span(31, 3, { project, name: 'another', service: 'payments' }),
    ]);
    const reader = testReader(engine.store, testScope(project));
    assert.deepEqual(await service.services(reader), ['payments', 'shop']);
    assert.deepEqual(await service.operations('shop', '', reader), [
      { operation: 'order', kind: 0 },
      { operation: 'order', kind: SERVER },
    ]);
    assert.deepEqual(await service.operations('shop', 'server', reader), [{ operation: 'order', kind: SERVER }]);
  });
});
