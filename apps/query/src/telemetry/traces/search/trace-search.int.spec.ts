import assert from 'node:assert/strict';
import type { Scope } from '@svc/reading/statement';
import { at, DAY, HOUR, MINUTE, NOW, testScope, SECOND, type SpanFixture } from '@svc/reading/testing';
import { testSpanId, startTraces, testTraceId, type TracesRequest, type TracesSubject } from '../traces.fixture.js';
import { TRACE_SORTS } from './trace-search.query.js';
import { toTraceSummary } from './trace-summary.message.js';

describe('traces', () => {
  let traces: TracesSubject;
  beforeAll(async () => {
    traces = await startTraces();
  });
  afterAll(() => traces.stop());

  it('are named by their earliest span until the root arrives', async () => {
    const scope = testScope(11);
    const span = { project: 11, traceId: testTraceId(1), durationNs: SECOND };
    const child = { parentSpanId: testSpanId(9), service: 'web', name: 'GET /cart' };
    const later = { parentSpanId: testSpanId(1), service: 'db', name: 'SELECT' };
    await traces.writer.spans([
      { ...span, ...later, spanId: testSpanId(2), timestamp: NOW - MINUTE + SECOND },
      { ...span, ...child, spanId: testSpanId(1), timestamp: NOW - MINUTE },
    ]);
    const find = async () => (await traces.search({}, scope)).rows.map(toTraceSummary)[0] ?? assert.fail();
    const { rootOperation, rootService, incomplete } = await find();
    assert.deepEqual([rootOperation, rootService, incomplete], ['GET /cart', 'web', true]);
    const root = { spanId: testSpanId(9), service: 'edge', name: 'GET /' };
    await traces.writer.spans([{ ...span, ...root, timestamp: NOW - MINUTE - SECOND }]);
    const complete = await find();
    assert.deepEqual([complete.rootOperation, complete.rootService, complete.incomplete], ['GET /', 'edge', undefined]);
  });

  describe('searched in pages', () => {
    const scope = testScope(10);
    // Many equal starts, durations and counts; the spans of a trace arrive in separate inserts.
    const written = Array.from({ length: 24 }, (_, index) => ({
      id: testTraceId(((index * 7) % 24) + 1),
      start: NOW - BigInt(index % 8) * 20n * MINUTE - HOUR,
      durations: Array.from({ length: 1 + (index % 3) }, (_, span) => BigInt(1 + ((index + span) % 4)) * SECOND),
      errors: index % 2,
      services: 1 + (index % 3),
    }));
    const values: Record<(typeof TRACE_SORTS)[number], (trace: (typeof written)[number]) => bigint> = {
      start_time: ({ start }) => start,
      duration: ({ durations }) =>
        durations.reduce((longest, d, at) => (d + BigInt(at) > longest ? d + BigInt(at) : longest), 0n),
      span_count: ({ durations }) => BigInt(durations.length),
      service_count: ({ services }) => BigInt(services),
      error_count: ({ errors }) => BigInt(errors),
    };
    beforeAll(async () => {
      for (const span of [0, 1, 2]) {
        const rows = written.flatMap((trace): SpanFixture[] => {
          const durationNs = trace.durations[span];
          if (durationNs === undefined) return [];
          return [
            {
              project: 10,
              traceId: trace.id,
              spanId: testSpanId(span + 1),
              timestamp: trace.start + BigInt(span),
              durationNs,
              service: `s${span}`,
              statusCode: span === 0 && trace.errors === 1 ? 2 : 0,
            },
          ];
        });
        await traces.writer.spans(rows);
      }
    });

    for (const sortBy of TRACE_SORTS) {
      for (const sortOrder of ['desc', 'asc']) {
        it(`returns each trace once, by ${sortBy} ${sortOrder}`, async () => {
          const value = values[sortBy];
          const order = (a: (typeof written)[number], b: (typeof written)[number]): number =>
            value(a) === value(b) ? (a.id < b.id ? -1 : 1) : value(a) < value(b) ? -1 : 1;
          const sorted = written.toSorted(order).map((trace) => trace.id);
          const expected = sortOrder === 'asc' ? sorted : sorted.toReversed();
          const window = { startTime: at(NOW - DAY), endTime: at(NOW) };
          assert.deepEqual(await traces.allPages({ ...window, sortBy, sortOrder, limit: 7 }, scope), expected);
          assert.deepEqual(await traces.allPages({ ...window, sortBy, sortOrder, limit: 1_000 }, scope), expected);
        });
      }
    }

    it('rejects a cursor of another list', async () => {
      const request: TracesRequest = { startTime: at(NOW - DAY), endTime: at(NOW), limit: 3, sortBy: 'duration' };
      const { nextCursor: cursor = '' } = await traces.search(request, scope);
      const abuses: [TracesRequest, Scope][] = [
        [{ ...request, cursor }, testScope(11)],
        [{ ...request, cursor, sortBy: 'span_count' }, scope],
        [{ ...request, cursor, sortOrder: 'asc' }, scope],
        [{ ...request, cursor, minDurationMs: 1 }, scope],
        [{ ...request, cursor, status: 'error' }, scope],
        [{ ...request, cursor, operation: ['x'] }, scope],
        [{ ...request, cursor, endTime: at(NOW - 1n) }, scope],
        [{ ...request, cursor: `A${cursor.slice(1)}B` }, scope],
      ];
      for (const [abuse, of] of abuses) await assert.rejects(traces.search(abuse, of), { code: 'InvalidArgument' });
      assert.equal((await traces.search({ ...request, cursor }, scope)).rows.length, 3);
    });
  });

  it('assigns a trace to the window in which its first span starts', async () => {
    const scope = testScope(20);
    const from = NOW - HOUR;
    const starts = { before: from - 1n, first: from, last: from + MINUTE - 1n, after: from + MINUTE };
    const trace = (number: number, start: bigint): SpanFixture[] => [
      { project: 20, traceId: testTraceId(number), spanId: testSpanId(1), timestamp: start },
      // A later span inside the window must not include a trace that began before it.
      { project: 20, traceId: testTraceId(number), spanId: testSpanId(2), timestamp: start + 2n },
    ];
    for (const [index, start] of Object.values(starts).entries()) {
      for (const span of trace(index + 1, start)) await traces.writer.spans([span]);
    }
    const window = { startTime: at(from), endTime: at(from + MINUTE) };
    for (const sortBy of TRACE_SORTS)
      assert.deepEqual((await traces.queryIds({ ...window, sortBy }, scope)).sort(), [testTraceId(2), testTraceId(3)]);
  });

  it('returns each trace once, in pages of any size, if most of their spans are in slices in which they do not begin', async () => {
    const scope = testScope(22);
    const traced = Array.from({ length: 16 }, (_, index) => ({
      id: testTraceId(((index * 7) % 16) + 1),
      start: NOW - 3n * HOUR + BigInt(index % 8) * 8n * MINUTE,
    }));
    for (const step of [0n, 7n, 31n, 55n]) {
      await traces.writer.spans(
        traced.map(({ id, start }) => ({
          project: 22,
          traceId: id,
          spanId: testSpanId(Number(step) + 1),
          timestamp: start + step * MINUTE,
        })),
      );
    }
    const window = { startTime: at(NOW - 4n * HOUR), endTime: at(NOW) };
    const ascending = traced
      .toSorted((a, b) => Number(a.start - b.start) || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id);
    for (const limit of [1, 3, 50]) {
      assert.deepEqual(await traces.allPages({ ...window, limit, sortOrder: 'asc' }, scope), ascending);
      assert.deepEqual(await traces.allPages({ ...window, limit, sortOrder: 'desc' }, scope), ascending.toReversed());
    }
  });

  it('finds traces by errors in any of their spans, in pages of any size, however much later the error is', async () => {
    const scope = testScope(23);
    const traced = Array.from({ length: 16 }, (_, index) => ({
      id: testTraceId(((index * 7) % 16) + 1),
      start: NOW - 20n * HOUR + BigInt(index % 8) * 50n * MINUTE,
      // Every fourth has no error.
      failsAfter: [undefined, 0n, 11n * MINUTE, 9n * HOUR][index % 4],
    }));
    for (const step of [0n, 11n * MINUTE, 9n * HOUR]) {
      await traces.writer.spans(
        traced.map(({ id, start, failsAfter }) => ({
          project: 23,
          traceId: id,
          spanId: testSpanId(Number(step / MINUTE) + 1),
          timestamp: start + step,
          service: step === 0n ? 'front' : 'back',
          statusCode: failsAfter === step ? 2 : 0,
        })),
      );
    }
    const failed = traced.filter(({ failsAfter }) => failsAfter !== undefined);
    const ascending = failed
      .toSorted((a, b) => Number(a.start - b.start) || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id);
    const window = { startTime: at(NOW - DAY), endTime: at(NOW) };
    for (const filter of [
      { limit: 2, status: 'error' },
      { limit: 5, status: 'error', service: ['front'] },
      { limit: 50, status: 'error', q: 'service:back' },
      { limit: 7, q: 'status:error' },
    ]) {
      const request = { ...window, ...filter };
      assert.deepEqual(await traces.allPages({ ...request, sortOrder: 'asc' }, scope), ascending);
      assert.deepEqual(await traces.allPages({ ...request, sortOrder: 'desc' }, scope), ascending.toReversed());
    }
  });

  it('returns one trace over midnight', async () => {
    const scope = testScope(21);
    const midnight = NOW - (NOW % DAY);
    const traceId = 'fe'.repeat(16);
    await traces.writer.spans([
      {
        project: 21,
        traceId,
        spanId: testSpanId(1),
        timestamp: midnight - SECOND,
        durationNs: 3n * SECOND,
        name: 'root',
      },
      {
        project: 21,
        traceId,
        spanId: testSpanId(2),
        parentSpanId: testSpanId(1),
        timestamp: midnight + SECOND,
        durationNs: SECOND,
        service: 'b',
      },
    ]);
    for (const window of [
      { startTime: at(midnight - MINUTE), endTime: at(midnight) },
      { startTime: at(midnight - DAY), endTime: at(midnight + MINUTE) },
    ]) {
      const { rows } = await traces.search({ ...window, service: ['b'] }, scope);
      assert.equal(rows.length, 1);
      const [summary] = rows.map(toTraceSummary);
      assert.equal(summary?.spanCount, 2n);
      assert.equal(summary.durationMs, 3_000);
      assert.equal(summary.rootOperation, 'root');
    }
    assert.deepEqual(await traces.queryIds({ startTime: at(midnight), endTime: at(midnight + MINUTE) }, scope), []);
    const whole = await traces.get(traceId, scope);
    assert.equal(whole.spans?.length, 2);
    assert.equal(whole.complete, true);
  });
});
