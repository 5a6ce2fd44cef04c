import assert from 'node:assert/strict';
import { HOUR, NOW, testReader, testScope } from '@svc/reading/testing';
import { startTraces, testSpanId, testTraceId, type TracesSubject } from '../traces.fixture.js';
import { TracesRepository } from '../traces.repository.js';
import { toOutline } from './outline.message.js';
import { OutlineService } from './outline.service.js';

describe('outlines of traces', () => {
  let traces: TracesSubject;
  let service: OutlineService;
  beforeAll(async () => {
    traces = await startTraces();
    service = new OutlineService(new TracesRepository());
  });
  afterAll(() => traces.stop());

  const outline = async (traceId: string, project: number) =>
    toOutline(await service.get(traceId, testReader(traces.store, testScope(project))));
  const [traceId, start] = [testTraceId(0x52), NOW - HOUR];

  /** A chain of spans, the last five of which have lost their parents. */
  const writeChain = (project: number, spans: number) =>
    traces.store.command(
      `INSERT INTO spans (project_number, retention_days, timestamp, duration_ns, trace_id, span_id, parent_span_id, name, service_name)
       SELECT {project:UInt32}, 30, fromUnixTimestamp64Nano({start:Int64} + number), 1000000, unhex({trace:String}),
       unhex(lpad(hex(toUInt64(number + 1)), 16, '0')),
       if(number = 0, '', unhex(lpad(hex(toUInt64(if(number < {spans:UInt32} - 5, number, 99999999))), 16, '0'))),
       'GET /orders', 'checkout' FROM numbers({spans:UInt32})`,
      { project, spans, start, trace: traceId },
    );

  it('have the position, time, status, kind and counts of every span, and what the SDK left out', async () => {
    const link = { traceId: testTraceId(9), spanId: testSpanId(9), attributes: {} };
    const event = { timestamp: start, name: 'retry', attributes: {} };
    await traces.writer.spans([
      {
        project: 70,
        traceId,
        spanId: testSpanId(1),
        timestamp: start,
        name: 'pay',
        service: 'shop',
        kind: 0,
        durationNs: 5n,
      },
      {
        project: 70,
        traceId,
        spanId: testSpanId(2),
        parentSpanId: testSpanId(1),
        timestamp: start + 3n,
        durationNs: 9_007_199_254_740_993n,
        name: 'charge',
        service: 'bank',
        kind: 3,
        statusCode: 2,
        attributes: { k: 'v' },
        events: [event, event],
        links: [link],
        droppedCounts: '{"attributes":1,"events":2,"links":3}',
      },
    ]);
    const { outline: found, ...head } = await outline(traceId.toUpperCase(), 70);
    const { spans, ...whole } = await traces.get(traceId, testScope(70));
    assert.deepEqual(head, whole);
    assert.equal(spans?.length, 2);
    const left = { droppedAttributesCount: undefined, droppedEventsCount: undefined, droppedLinksCount: undefined };
    const first = { id: testSpanId(1), parent: undefined, name: 'pay', service: 'shop', startNs: 0n, durationNs: 5n };
    assert.deepEqual(found?.spans, [
      { ...first, status: undefined, kind: undefined, events: undefined, links: undefined, ...left },
      {
        id: testSpanId(2),
        parent: testSpanId(1),
        name: 'charge',
        service: 'bank',
        startNs: 3n,
        durationNs: 9_007_199_254_740_993n,
        status: 'error',
        kind: 'client',
        events: 2,
        links: 1,
        droppedAttributesCount: 1,
        droppedEventsCount: 2,
        droppedLinksCount: 3,
      },
    ]);
  });

  it('have all of fifty thousand spans, and say which of them lack their parents', async () => {
    await writeChain(71, 50_000);
    const { outline: found, ...head } = await outline(traceId, 71);
    assert.deepEqual([found?.spans?.length, head.spanCount, head.truncated], [50_000, 50_000n, false]);
    assert.deepEqual([head.complete, head.missingParents], [false, 5n]);
    assert.equal(found?.spans?.at(-1)?.startNs, 49_999n);
  });

  it('are truncated beyond fifty thousand spans, and still say how many parents are missing', async () => {
    await writeChain(72, 50_001);
    const { outline: found, ...head } = await outline(traceId, 72);
    assert.deepEqual([found?.spans?.length, head.truncated, head.missingParents], [50_000, true, 5n]);
  });

  it('are not found in another project', async () => {
    await assert.rejects(outline(traceId, 73), { code: 'not_found' });
  });
});
