import assert from 'node:assert/strict';
import { HOUR, NOW, testScope, SECOND } from '@svc/reading/testing';
import { testSpanId, startTraces, testTraceId, type TracesSubject } from '../traces.fixture.js';

describe('the critical path of a stored trace', () => {
  let traces: TracesSubject;
  beforeAll(async () => {
    traces = await startTraces();
  });
  afterAll(() => traces.stop());

  it('computes the path exactly to the nanosecond and does not change the stored spans', async () => {
    const begin = NOW - HOUR;
    const span = (number: number, parent: number | undefined, from: bigint, durationNs: bigint, service: string) => ({
      project: 90,
      traceId: testTraceId(1),
      spanId: testSpanId(number),
      parentSpanId: parent === undefined ? undefined : testSpanId(parent),
      timestamp: begin + from,
      durationNs,
      service,
    });
    await traces.writer.spans([
      span(1, undefined, 0n, 1_000n, 'shop'),
      span(2, 1, 301n, 9_999n, 'bank'),
      span(3, 77, 100n, 101n, 'lost'),
    ]);
    const stored = await traces.get(testTraceId(1), testScope(90));
    const path = await traces.criticalPath(testTraceId(1), testScope(90));
    assert.deepEqual(
      path.segments?.map(({ spanId, selfTimeNs }) => [spanId, selfTimeNs]),
      [
        [testSpanId(1), 100n],
        [testSpanId(3), 101n],
        [testSpanId(1), 100n],
        [testSpanId(2), 699n],
      ],
    );
    assert.deepEqual(path.segments?.[1]?.startTime, { seconds: begin / SECOND, nanos: 100 });
    assert.deepEqual([path.rootSpanId, path.durationNs, path.uncoveredTimeNs], [testSpanId(1), 1_000n, 0n]);
    assert.deepEqual([path.complete, path.missingParents, path.spanCount, path.truncated], [false, 1n, 3n, false]);
    assert.deepEqual(path.warnings, [
      { kind: 'clamped', count: 1n, spanIds: [testSpanId(2)] },
      { kind: 'orphan', count: 1n, spanIds: [testSpanId(3)] },
    ]);
    assert.deepEqual(
      path.services?.map(({ serviceName, selfTimeNs, share }) => [serviceName, selfTimeNs, share]),
      [
        ['bank', 699n, 0.699],
        ['shop', 200n, 0.2],
        ['lost', 101n, 0.101],
      ],
    );
    assert.deepEqual(await traces.get(testTraceId(1), testScope(90)), stored);
  });

  it('computes the path of a chain of a hundred thousand spans', async () => {
    await traces.store.command(
      `INSERT INTO spans (project_number, retention_days, timestamp, duration_ns, trace_id, span_id, parent_span_id, name)
       SELECT 91, 30, fromUnixTimestamp64Nano({start:Int64} + number), 300000 - 2 * number, unhex({trace:String}),
       unhex(leftPad(hex(toUInt64(number + 1)), 16, '0')), if(number = 0, '', unhex(leftPad(hex(toUInt64(number)), 16, '0'))), 'x'
       FROM numbers(100000)`,
      { start: NOW - HOUR, trace: testTraceId(2) },
    );
    const path = await traces.criticalPath(testTraceId(2), testScope(91));
    assert.deepEqual([path.spanCount, path.segmentCount, path.truncated], [100_000n, 199_999, false]);
    const sum = (path.segments ?? []).reduce((total, { selfTimeNs = 0n }) => total + BigInt(selfTimeNs), 0n);
    assert.deepEqual([sum, path.durationNs], [300_000n, 300_000n]);
  });

  it('reports not found for an unknown trace', async () => {
    await assert.rejects(traces.criticalPath(testTraceId(3), testScope(90)), { code: 'not_found' });
    await assert.rejects(traces.criticalPath(testTraceId(1), testScope(91)), { code: 'not_found' });
  });
});
