import assert from 'node:assert/strict';
import { HOUR, NOW, testScope, SECOND, type SpanFixture } from '@svc/reading/testing';
import { testSpanId, startTraces, type TracesSubject } from '../traces.fixture.js';

describe('whole traces', () => {
  let traces: TracesSubject;
  beforeAll(async () => {
    traces = await startTraces();
  });
  afterAll(() => traces.stop());

  const scope = testScope(50);
  const span = (number: number, others: Partial<SpanFixture>): SpanFixture => ({
    project: 50,
    traceId: 'aa'.repeat(16),
    spanId: testSpanId(number),
    timestamp: NOW - HOUR + BigInt(number),
    ...others,
  });

  it('returns all data of a span, to the nanosecond', async () => {
    const linked = { traceId: 'cd'.repeat(16), spanId: 'ef'.repeat(8), attributes: { why: 'retry' } };
    const event = { timestamp: NOW - HOUR + 7n, name: 'exception', attributes: { 'exception.type': 'E' } };
    await traces.writer.spans([
      span(2, {
        durationNs: 1_234_567n,
        parentSpanId: testSpanId(1),
        kind: 3,
        statusCode: 1,
        attributes: { k: 'v' },
        events: [event],
        links: [linked],
        resourceHash: 3n,
        distinctId: 'u',
        droppedCounts:
          '{"attributes":1,"events":2,"event_attributes":{"0":3},"link_attributes":{"0":4},"link_flags":{"0":257}}',
      }),
      span(1, { durationNs: 5n }),
    ]);
    await traces.writer.resource(50, 3n, { 'host.name': 'h' });
    const trace = await traces.get('aa'.repeat(16), scope);
    assert.deepEqual([trace.complete, trace.missingParents, trace.truncated, trace.spanCount], [true, 0n, false, 2n]);
    assert.equal(trace.durationMs, 1.234568);
    const [root, child] = trace.spans ?? [];
    assert.equal(root?.parentSpanId, undefined);
    assert.deepEqual(
      { ...child, scopeName: undefined },
      {
        spanId: testSpanId(2),
        parentSpanId: testSpanId(1),
        name: 'operation',
        kind: 'client',
        serviceName: '',
        environment: '',
        release: '',
        startTime: { seconds: (NOW - HOUR) / SECOND, nanos: 2 },
        endTime: { seconds: (NOW - HOUR) / SECOND, nanos: 1_234_569 },
        durationMs: 1.234567,
        status: 'ok',
        statusMessage: '',
        traceState: '',
        scopeName: undefined,
        scopeVersion: '',
        distinctId: 'u',
        sessionId: undefined,
        attributes: { k: 'v' },
        resource: { 'host.name': 'h' },
        events: [
          {
            timestamp: { seconds: (NOW - HOUR) / SECOND, nanos: 7 },
            name: 'exception',
            attributes: { 'exception.type': 'E' },
            droppedAttributesCount: 3,
          },
        ],
        links: [{ ...linked, traceState: '', droppedAttributesCount: 4, flags: 257 }],
        droppedAttributesCount: 1,
        droppedEventsCount: 2,
        droppedLinksCount: undefined,
      },
    );
  });

  it('reports when a parent or the root has not arrived, and accepts several roots', async () => {
    const shape = async (traceId: string, parents: (number | undefined)[]) => {
      await traces.writer.spans(
        parents.map((parent, index) =>
          span(index + 1, { traceId, parentSpanId: parent === undefined ? undefined : testSpanId(parent) }),
        ),
      );
      const { complete, missingParents, spanCount } = await traces.get(traceId, scope);
      return { complete, missingParents, spanCount };
    };
    assert.deepEqual(await shape('b1'.repeat(16), [undefined, 1, 99]), {
      complete: false,
      missingParents: 1n,
      spanCount: 3n,
    });
    assert.deepEqual(await shape('b2'.repeat(16), [99, 99, 1]), {
      complete: false,
      missingParents: 2n,
      spanCount: 3n,
    });
    assert.deepEqual(await shape('b3'.repeat(16), [undefined, undefined, 2]), {
      complete: true,
      missingParents: 0n,
      spanCount: 3n,
    });
    assert.deepEqual(await shape('b4'.repeat(16), [2, 1]), { complete: false, missingParents: 0n, spanCount: 2n });
  });

  it('truncates a trace at ten thousand spans, and still reports missing spans', async () => {
    const traceId = 'c1'.repeat(16);
    const spans = `project_number, retention_days, timestamp, duration_ns, trace_id, span_id, parent_span_id, name`;
    await traces.store.command(
      `INSERT INTO spans (${spans}) SELECT 50, 30, fromUnixTimestamp64Nano({start:Int64} + number), 1, unhex({trace:String}),
       unhex(lpad(hex(toUInt64(number + 1)), 16, '0')), if(number = 0, '', unhex(lpad(hex(toUInt64(if(number < 12000, 1, 99999999))), 16, '0'))), 'x'
       FROM numbers(12005)`,
      { start: NOW - HOUR, trace: traceId },
    );
    const trace = await traces.get(traceId, scope);
    assert.deepEqual([trace.truncated, trace.spanCount, trace.spans?.length], [true, 10_000n, 10_000]);
    assert.deepEqual([trace.complete, trace.missingParents], [false, 5n]);
    assert.equal(trace.spans?.[9_999]?.spanId, testSpanId(10_000));
  });

  it('truncates a trace before the response becomes too large for a message', async () => {
    const traceId = 'c2'.repeat(16);
    const attributes = { stack: 'x'.repeat(1_000_000) };
    await traces.store.command(
      `INSERT INTO spans (project_number, retention_days, timestamp, trace_id, span_id, attributes)
       SELECT 50, 30, fromUnixTimestamp64Nano({start:Int64} + number), unhex({trace:String}),
       unhex(lpad(hex(toUInt64(number + 1)), 16, '0')), map('stack', repeat('x', {size:UInt32})) FROM numbers(40)`,
      { start: NOW - HOUR, trace: traceId, size: attributes.stack.length },
    );
    const trace = await traces.get(traceId, scope);
    assert.equal(trace.truncated, true);
    assert.equal(trace.complete, true);
    assert.equal(Number(trace.spanCount), 25);
  });

  it('reports not found for an unknown trace', async () => {
    await assert.rejects(traces.get('dd'.repeat(16), scope), { code: 'not_found' });
    await assert.rejects(traces.get('00'.repeat(16), scope), { code: 'not_found' });
  });
});
