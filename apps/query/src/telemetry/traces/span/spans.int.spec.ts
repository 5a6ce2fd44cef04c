import assert from 'node:assert/strict';
import { ResourcesRepository } from '@svc/reading/resources';
import type { Scope } from '@svc/reading/statement';
import { DAY, HOUR, NOW, testReader, testScope, type SpanFixture } from '@svc/reading/testing';
import { toTimestamp } from '@svc/reading/time';
import { startTraces, testSpanId, testTraceId, type TracesSubject } from '../traces.fixture.js';
import { TracesRepository } from '../traces.repository.js';
import { toSpanDetails } from './spans.message.js';
import { SpansService } from './spans.service.js';

describe('one span', () => {
  let traces: TracesSubject;
  let service: SpansService;
  beforeAll(async () => {
    traces = await startTraces();
    service = new SpansService(new TracesRepository(), new ResourcesRepository());
  });
  afterAll(() => traces.stop());

  const get = async (traceId: string, spanId: string, scope: Scope) =>
    toSpanDetails(await service.get({ traceId, spanId }, testReader(traces.store, scope)));
  const [target, traceId] = [testSpanId(1), testTraceId(0x51)];
  const start = NOW - 3n * DAY;
  const span = (project: number, others: Partial<SpanFixture>): SpanFixture => ({
    project,
    traceId,
    spanId: target,
    timestamp: start,
    ...others,
  });
  const linkTo = (id: string, spanId: string) => ({ traceId: id, spanId, attributes: {} });

  it('has everything that the trace says of it, whatever the case of its IDs', async () => {
    await traces.writer.spans([
      span(60, {
        name: 'pay',
        durationNs: 7n,
        attributes: { big: '9007199254740993' },
        resourceHash: 3n,
        events: [{ timestamp: start + 1n, name: 'retry', attributes: { nth: '2' } }],
        links: [{ ...linkTo(testTraceId(9), testSpanId(9)), attributes: { why: 'batch' } }],
        droppedCounts: '{"events":2}',
      }),
      span(60, { spanId: testSpanId(2), parentSpanId: target }),
    ]);
    await traces.writer.resource(60, 3n, { 'host.name': 'h' });
    const { spans } = await traces.get(traceId, testScope(60));
    const found = await get(traceId.toUpperCase(), target.toUpperCase(), testScope(60));
    assert.deepEqual(found.span, spans?.[0]);
    assert.deepEqual(found.span?.attributes, { big: '9007199254740993' });
    assert.deepEqual([found.traceId, found.sameIdCount], [traceId, undefined]);
    assert.deepEqual(found.linkedBy, {
      spans: [],
      truncated: false,
      startTime: toTimestamp(start - HOUR),
      endTime: toTimestamp(start + DAY),
    });
  });

  it('names the spans that link to it from an hour before to a day after, each once and by time', async () => {
    const scope = testScope(61);
    const linking = (number: number, timestamp: bigint, links = [linkTo(traceId, target)]): SpanFixture =>
      span(61, { traceId: testTraceId(number), spanId: testSpanId(number), timestamp, name: `n${number}`, links });
    await traces.writer.spans([
      span(61, {}),
      linking(1, start + DAY - 1n, [linkTo(testTraceId(8), target), linkTo(traceId, target), linkTo(traceId, target)]),
      linking(2, start + 5n * HOUR),
      linking(3, start - HOUR),
      linking(4, start - HOUR - 1n),
      linking(5, start + DAY),
      // One has the trace in one link and the span in another, one the trace alone.
      linking(6, start, [linkTo(traceId, testSpanId(7)), linkTo(testTraceId(8), target)]),
      linking(7, start, [linkTo(traceId, testSpanId(7))]),
    ]);
    await traces.writer.spans([{ ...linking(8, start), project: 62 }]);
    const { linkedBy } = await get(traceId, target, scope);
    assert.deepEqual(
      linkedBy?.spans?.map(({ name }) => name),
      ['n3', 'n2', 'n1'],
    );
    assert.equal(linkedBy.truncated, false);
  });

  it('says that more than a hundred spans link to it, and until when they were searched', async () => {
    const linking = Array.from({ length: 101 }, (_, index) =>
      span(63, {
        traceId: testTraceId(index + 100),
        timestamp: start + BigInt(index),
        links: [linkTo(traceId, target)],
      }),
    );
    await traces.writer.spans([span(63, {}), ...linking]);
    const { linkedBy } = await get(traceId, target, testScope(63));
    assert.deepEqual([linkedBy?.spans?.length, linkedBy?.truncated], [100, true]);
    assert.deepEqual(linkedBy?.endTime, toTimestamp(start + 100n));
  });

  it('says that no time was searched if that has too many spans to read', async () => {
    await traces.writer.spans([span(67, {}), span(67, { spanId: testSpanId(2) })]);
    const request = { traceId, spanId: target };
    const { linkedBy } = toSpanDetails(await service.get(request, testReader(traces.store, testScope(67)), 1));
    const from = toTimestamp(start - HOUR);
    assert.deepEqual(linkedBy, { spans: [], truncated: true, startTime: from, endTime: from });
  });

  it('is the first of several with the same ID, and says how many others there are', async () => {
    await traces.writer.spans([
      span(64, { timestamp: start + 5n, name: 'server' }),
      span(64, { name: 'client' }),
      span(64, { timestamp: start + 9n, name: 'retry' }),
    ]);
    const found = await get(traceId, target, testScope(64));
    assert.deepEqual([found.span?.name, found.sameIdCount], ['client', 2n]);
  });

  it('is not found in another trace, in another project, or after its trace was deleted', async () => {
    await traces.writer.spans([span(65, {}), span(65, { traceId: testTraceId(2), spanId: testSpanId(2) })]);
    await assert.rejects(get(traceId, testSpanId(2), testScope(65)), { code: 'not_found' });
    await assert.rejects(get(testTraceId(77), target, testScope(65)), { code: 'not_found' });
    await assert.rejects(get(traceId, target, testScope(66)), { code: 'not_found' });
    await traces.delete(traceId, testScope(65));
    await assert.rejects(get(traceId, target, testScope(65)), { code: 'not_found' });
  });
});
