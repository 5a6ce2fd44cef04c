import assert from 'node:assert/strict';
import { at, INJECTION_ATTEMPTS, HOUR, MINUTE, NOW, testScope, type SpanFixture } from '@svc/reading/testing';
import { ServiceError } from '@svc/service-error';
import { testSpanId, startTraces, testTraceId, type TracesRequest, type TracesSubject } from '../traces.fixture.js';
import { toTraceSummary } from './trace-summary.message.js';

describe('trace filters', () => {
  let traces: TracesSubject;
  beforeAll(async () => {
    traces = await startTraces();
  });
  afterAll(() => traces.stop());

  const scope = testScope(30);
  const start = NOW - 10n * MINUTE;
  const span = (trace: number, number: number, others: Partial<SpanFixture>): SpanFixture => ({
    project: 30,
    traceId: testTraceId(trace),
    spanId: testSpanId(number),
    timestamp: start + BigInt(trace * 1000 + number),
    ...others,
  });
  beforeAll(async () => {
    await traces.writer.spans([
      span(1, 1, {
        service: 'web',
        name: 'GET /pay',
        environment: 'prod',
        durationNs: 900n * 1_000_000n,
        distinctId: 'u1',
      }),
      span(1, 2, {
        service: 'bank',
        name: 'charge',
        environment: 'prod',
        parentSpanId: testSpanId(1),
        statusCode: 2,
        statusMessage: 'Card declined',
      }),
      span(2, 1, {
        service: 'web',
        name: 'charge',
        environment: 'test',
        durationNs: 100n * 1_000_000n,
        attributes: { 'http.method': 'POST' },
      }),
      span(3, 1, { service: 'bank', name: 'audit', environment: 'test', kind: 5, resourceHash: 8n }),
    ]);
    // The second half of trace 3 arrives later and ends after the window.
    await traces.writer.spans([
      span(3, 2, { service: 'mail', name: 'send', timestamp: start + 2n * HOUR, distinctId: 'u3' }),
    ]);
    await traces.writer.resource(30, 8n, { 'host.name': 'h8' });
  });

  const cases: [title: string, request: TracesRequest, found: number[]][] = [
    ['nothing', {}, [1, 2, 3]],
    ['a service', { service: ['bank'] }, [1, 3]],
    ['services', { service: ['mail', 'web'] }, [1, 2, 3]],
    ['an environment', { environment: ['test'] }, [2, 3]],
    ['an operation', { operation: ['charge'] }, [1, 2]],
    ['a service and an operation on one span', { service: ['web'], operation: ['charge'] }, [2]],
    ['a service and an environment on one span', { service: ['bank'], environment: ['prod'] }, [1]],
    ['a service and an environment on no span together', { service: ['mail'], environment: ['test'] }, []],
    ['a customer', { distinctId: 'u1' }, [1]],
    ['a customer on a late span', { distinctId: 'u3' }, [3]],
    ['errors', { status: 'error' }, [1]],
    ['no errors', { status: 'ok' }, [2, 3]],
    ['a least duration', { minDurationMs: 900 }, [1, 3]],
    ['a least duration to the fraction', { minDurationMs: 900.000001 }, [3]],
    ['a word of a name', { q: 'pay' }, [1]],
    ['a word of an attribute', { q: 'post' }, [2]],
    ['a phrase of a status', { q: '"card declined"' }, [1]],
    ['fields of one span', { q: 'service:web name:charge duration_ms:<=100' }, [2]],
    ['a kind', { q: 'kind:consumer' }, [3]],
    ['a status in the search', { q: 'status:error OR kind:consumer' }, [1, 3]],
    ['an attribute under its current name', { q: 'http.request.method:POST' }, [2]],
    ['an attribute under its former name', { q: 'attributes.http.method:PO*' }, [2]],
    ['the absence of a renamed attribute', { q: '-http.request.method:POST service:web' }, [1]],
    ['an attribute of the resource', { q: 'host.name:h8' }, [3]],
    ['a span without a property', { q: 'NOT service:web' }, [1, 3]],
    [
      'all together',
      { q: 'charge', service: ['bank'], status: 'error', minDurationMs: 10, environment: ['prod'] },
      [1],
    ],
  ];
  for (const [title, request, found] of cases) {
    it(`finds traces by ${title}`, async () => {
      const window = { startTime: at(NOW - HOUR), endTime: at(NOW) };
      for (const sortBy of ['start_time', 'duration']) {
        assert.deepEqual(
          (await traces.queryIds({ ...window, ...request, sortBy }, scope)).sort(),
          found.map(testTraceId),
        );
      }
    });
  }

  it('treats injection attempts as unknown names', async () => {
    for (const attempt of INJECTION_ATTEMPTS) {
      const escaped = attempt.replace(/[\\"]/g, '\\$&');
      const filters: TracesRequest[] = [
        { service: [attempt] },
        { operation: [attempt] },
        { environment: [attempt, 'y'] },
        { distinctId: attempt },
      ];
      // Uses one statement instead of slices.
      const sortBy = 'duration';
      for (const filter of filters) assert.deepEqual(await traces.queryIds({ ...filter, sortBy }, scope), []);
      try {
        assert.deepEqual(await traces.queryIds({ q: `name:"${escaped}"`, sortBy }, scope), []);
      } catch (error) {
        assert.ok(error instanceof ServiceError && error.code === 'invalid_request', String(error));
      }
    }
  });

  it('rejects an invalid duration', async () => {
    await assert.rejects(traces.search({ minDurationMs: Number.POSITIVE_INFINITY }, scope), {
      code: 'invalid_request',
    });
    await assert.rejects(traces.search({ minDurationMs: Number.NaN }, scope), { code: 'invalid_request' });
  });

  it('never mix projects, even if they share a trace id', async () => {
    const traceId = 'ab'.repeat(16);
    await traces.writer.spans([
      { project: 40, traceId, spanId: testSpanId(1), timestamp: NOW - MINUTE, name: 'mine', service: 'a' },
      {
        project: 41,
        traceId,
        spanId: testSpanId(2),
        parentSpanId: testSpanId(9),
        timestamp: NOW - 2n * MINUTE,
        name: 'theirs',
        service: 'b',
        statusCode: 2,
      },
    ]);
    const [summary] = (await traces.search({}, testScope(40))).rows.map(toTraceSummary);
    assert.equal(summary?.spanCount, 1n);
    assert.equal(summary.errorCount, 0n);
    assert.deepEqual(summary.services, ['a']);
    const trace = await traces.get(traceId.toUpperCase(), testScope(40));
    assert.deepEqual(
      trace.spans?.map(({ name }) => name),
      ['mine'],
    );
    assert.equal(trace.complete, true);
    await assert.rejects(traces.get(traceId, testScope(42)), { code: 'not_found' });
    assert.deepEqual(await traces.queryIds({ service: ['b'] }, testScope(40)), []);
  });
});
