import assert from 'node:assert/strict';
import { HOUR, NOW, testScope, type SpanFixture } from '@svc/reading/testing';
import { testSpanId, startTraces, testTraceId, type TracesSubject } from '../traces.fixture.js';

describe('trace stats', () => {
  let traces: TracesSubject;
  beforeAll(async () => {
    traces = await startTraces();
  });
  afterAll(() => traces.stop());

  const span = (number: number, parent: number | undefined, others: Partial<SpanFixture> = {}): SpanFixture => ({
    project: 80,
    traceId: testTraceId(1),
    spanId: testSpanId(number),
    parentSpanId: parent === undefined ? undefined : testSpanId(parent),
    timestamp: NOW - HOUR,
    service: 'shop',
    ...others,
  });

  it("computes the statistics from the trace's spans only, exact in nanoseconds, and reports missing spans", async () => {
    await traces.writer.spans([
      span(1, undefined, { durationNs: 1_000_000_007n }),
      span(2, 1, { durationNs: 400_000_000n, service: 'bank', statusCode: 2 }),
      span(3, 99, { durationNs: 5n, timestamp: NOW - HOUR + 500_000_000n }),
      span(1, undefined, { traceId: testTraceId(2) }),
      span(1, undefined, { project: 81 }),
    ]);
    const stats = await traces.stats(testTraceId(1).toUpperCase(), testScope(80));
    assert.deepEqual(
      [stats.spanCount, stats.serviceCount, stats.errorCount, stats.complete, stats.missingParents],
      [3n, 2, 1n, false, 1n],
    );
    assert.equal(stats.durationMs, 1000.000007);
    assert.equal(stats.selfTimeNs, 1_000_000_007n);
    assert.deepEqual(
      stats.services?.map(({ serviceName, selfTimeNs, errorCount }) => [serviceName, selfTimeNs, errorCount]),
      [
        ['shop', 600_000_007n, 0n],
        ['bank', 400_000_000n, 1n],
      ],
    );
  });

  it('reports not found for an unknown trace or one of another project', async () => {
    await assert.rejects(traces.stats(testTraceId(3), testScope(80)), { code: 'not_found' });
    await assert.rejects(traces.stats(testTraceId(2), testScope(82)), { code: 'not_found' });
  });

  it('rejects a trace with too many spans for one request', async () => {
    await traces.store.command(
      `INSERT INTO spans (project_number, retention_days, timestamp, trace_id, span_id)
       SELECT 80, 30, fromUnixTimestamp64Nano({start:Int64}), unhex({trace:String}), reinterpretAsFixedString(number)
       FROM numbers(200001)`,
      { start: NOW - HOUR, trace: testTraceId(4) },
    );
    await assert.rejects(traces.stats(testTraceId(4), testScope(80)), { code: 'query_too_expensive' });
  });
});
