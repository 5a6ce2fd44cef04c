import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { TracesSearchRequestSchema } from '@svc/contract';
import { ServiceError } from '@svc/errors';
import { ResourcesRepository } from '../resources/resources.repository.js';
import type { Scope } from '../statement/index.js';
import { startTestColumnStore, type TestColumnStore } from '../testing/column-store.js';
import { at, clock, DAY, HOSTILE, HOUR, MINUTE, NOW, SECOND, testCursors } from '../testing/requests.js';
import { ampleBudget, scopeOf } from '../testing/scope.js';
import { TelemetryWriter, type SpanFixture } from '../testing/telemetry-writer.js';
import { toTraceSummary } from './trace-summary.message.js';
import { TRACE_SORTS } from './trace-search.query.js';
import { toTrace } from './trace.message.js';
import { TracesRepository } from './traces.repository.js';
import { TracesService } from './traces.service.js';

type Request = MessageInitShape<typeof TracesSearchRequestSchema>;

const id = (number: number): string => number.toString(16).padStart(32, '0');
const spanId = (number: number): string => number.toString(16).padStart(16, '0');

describe('traces', () => {
  let engine: TestColumnStore;
  let service: TracesService;
  let writer: TelemetryWriter;
  before(async () => {
    engine = await startTestColumnStore();
    writer = new TelemetryWriter(engine.store);
    const resources = new ResourcesRepository(engine.store);
    service = new TracesService(new TracesRepository(engine.store), resources, testCursors(), clock);
  });
  after(() => engine[Symbol.asyncDispose]());

  const search = (request: Request, scope: Scope) =>
    service.search(create(TracesSearchRequestSchema, request), scope, ampleBudget());
  const idsOf = async (request: Request, scope: Scope): Promise<string[]> =>
    (await search(request, scope)).rows.map((row) => row.id);
  const get = async (traceId: string, scope: Scope) => toTrace(await service.get(traceId, scope, ampleBudget()));
  async function allPages(request: Request, scope: Scope): Promise<string[]> {
    const ids: string[] = [];
    let cursor = '';
    do {
      const page = await search({ ...request, cursor }, scope);
      ids.push(...page.rows.map((row) => row.id));
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');
    return ids;
  }

  describe('searched in pages', () => {
    const scope = scopeOf(10);
    // Equal starts, durations and counts everywhere; the spans of a trace come in separate inserts.
    const traces = Array.from({ length: 40 }, (_, index) => ({
      id: id(((index * 37) % 40) + 1),
      start: NOW - BigInt(index % 8) * 20n * MINUTE - HOUR,
      durations: Array.from({ length: 1 + (index % 3) }, (_, span) => BigInt(1 + ((index + span) % 4)) * SECOND),
      errors: index % 2,
      services: 1 + (index % 3),
    }));
    const values: Record<(typeof TRACE_SORTS)[number], (trace: (typeof traces)[number]) => bigint> = {
      start_time: ({ start }) => start,
      duration: ({ durations }) =>
        durations.reduce((longest, d, at) => (d + BigInt(at) > longest ? d + BigInt(at) : longest), 0n),
      span_count: ({ durations }) => BigInt(durations.length),
      service_count: ({ services }) => BigInt(services),
      error_count: ({ errors }) => BigInt(errors),
    };
    before(async () => {
      for (const span of [0, 1, 2]) {
        const rows = traces.flatMap((trace): SpanFixture[] => {
          const durationNs = trace.durations[span];
          if (durationNs === undefined) return [];
          return [
            {
              project: 10,
              traceId: trace.id,
              spanId: spanId(span + 1),
              timestamp: trace.start + BigInt(span),
              durationNs,
              service: `s${span}`,
              statusCode: span === 0 && trace.errors === 1 ? 2 : 0,
            },
          ];
        });
        await writer.spans(rows);
      }
    });

    for (const sortBy of TRACE_SORTS) {
      for (const sortOrder of ['desc', 'asc']) {
        it(`are all there once, by ${sortBy} ${sortOrder}`, async () => {
          const value = values[sortBy];
          const order = (a: (typeof traces)[number], b: (typeof traces)[number]): number =>
            value(a) === value(b) ? (a.id < b.id ? -1 : 1) : value(a) < value(b) ? -1 : 1;
          const sorted = traces.toSorted(order).map((trace) => trace.id);
          const expected = sortOrder === 'asc' ? sorted : sorted.toReversed();
          const window = { startTime: at(NOW - DAY), endTime: at(NOW) };
          assert.deepEqual(await allPages({ ...window, sortBy, sortOrder, limit: 7 }, scope), expected);
          assert.deepEqual(await allPages({ ...window, sortBy, sortOrder, limit: 1_000 }, scope), expected);
        });
      }
    }

    it('refuse a cursor that is not of this very list', async () => {
      const request: Request = { startTime: at(NOW - DAY), endTime: at(NOW), limit: 3, sortBy: 'duration' };
      const { nextCursor: cursor = '' } = await search(request, scope);
      const abuses: [Request, Scope][] = [
        [{ ...request, cursor }, scopeOf(11)],
        [{ ...request, cursor, sortBy: 'span_count' }, scope],
        [{ ...request, cursor, sortOrder: 'asc' }, scope],
        [{ ...request, cursor, minDurationMs: 1 }, scope],
        [{ ...request, cursor, status: 'error' }, scope],
        [{ ...request, cursor, operation: ['x'] }, scope],
        [{ ...request, cursor, endTime: at(NOW - 1n) }, scope],
        [{ ...request, cursor: `A${cursor.slice(1)}B` }, scope],
      ];
      for (const [abuse, of] of abuses) await assert.rejects(search(abuse, of), { code: 'InvalidArgument' });
      assert.equal((await search({ ...request, cursor }, scope)).rows.length, 3);
    });
  });

  it('belong to the window their first span starts in', async () => {
    const scope = scopeOf(20);
    const from = NOW - HOUR;
    const starts = { before: from - 1n, first: from, last: from + MINUTE - 1n, after: from + MINUTE };
    const trace = (number: number, start: bigint): SpanFixture[] => [
      { project: 20, traceId: id(number), spanId: spanId(1), timestamp: start },
      // A later span that lies in the window must not bring in a trace that began before it.
      { project: 20, traceId: id(number), spanId: spanId(2), timestamp: start + 2n },
    ];
    for (const [index, start] of Object.values(starts).entries()) {
      for (const span of trace(index + 1, start)) await writer.spans([span]);
    }
    const window = { startTime: at(from), endTime: at(from + MINUTE) };
    for (const sortBy of TRACE_SORTS)
      assert.deepEqual((await idsOf({ ...window, sortBy }, scope)).sort(), [id(2), id(3)]);
  });

  it('are one trace over midnight', async () => {
    const scope = scopeOf(21);
    const midnight = NOW - (NOW % DAY);
    const traceId = 'fe'.repeat(16);
    await writer.spans([
      { project: 21, traceId, spanId: spanId(1), timestamp: midnight - SECOND, durationNs: 3n * SECOND, name: 'root' },
      {
        project: 21,
        traceId,
        spanId: spanId(2),
        parentSpanId: spanId(1),
        timestamp: midnight + SECOND,
        durationNs: SECOND,
        service: 'b',
      },
    ]);
    for (const window of [
      { startTime: at(midnight - MINUTE), endTime: at(midnight) },
      { startTime: at(midnight - DAY), endTime: at(midnight + MINUTE) },
    ]) {
      const { rows } = await search({ ...window, service: ['b'] }, scope);
      assert.equal(rows.length, 1);
      const [summary] = rows.map(toTraceSummary);
      assert.equal(summary?.spanCount, 2n);
      assert.equal(summary.durationMs, 3_000);
      assert.equal(summary.rootOperation, 'root');
    }
    assert.deepEqual(await idsOf({ startTime: at(midnight), endTime: at(midnight + MINUTE) }, scope), []);
    const whole = await get(traceId, scope);
    assert.equal(whole.spans?.length, 2);
    assert.equal(whole.complete, true);
  });

  describe('with filters', () => {
    const scope = scopeOf(30);
    const start = NOW - 10n * MINUTE;
    const span = (trace: number, number: number, others: Partial<SpanFixture>): SpanFixture => ({
      project: 30,
      traceId: id(trace),
      spanId: spanId(number),
      timestamp: start + BigInt(trace * 1000 + number),
      ...others,
    });
    before(async () => {
      await writer.spans([
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
          parentSpanId: spanId(1),
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
      // The second half of trace 3 comes later and ends after the window.
      await writer.spans([
        span(3, 2, { service: 'mail', name: 'send', timestamp: start + 2n * HOUR, distinctId: 'u3' }),
      ]);
      await writer.resource(30, 8n, { 'host.name': 'h8' });
    });

    const cases: [title: string, request: Request, found: number[]][] = [
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
      ['an attribute of the resource', { q: 'host.name:h8' }, [3]],
      ['a span that is not something', { q: 'NOT service:web' }, [1, 3]],
      [
        'all together',
        { q: 'charge', service: ['bank'], status: 'error', minDurationMs: 10, environment: ['prod'] },
        [1],
      ],
    ];
    for (const [title, request, found] of cases) {
      it(`are found by ${title}`, async () => {
        const window = { startTime: at(NOW - HOUR), endTime: at(NOW) };
        for (const sortBy of ['start_time', 'duration']) {
          assert.deepEqual((await idsOf({ ...window, ...request, sortBy }, scope)).sort(), found.map(id));
        }
      });
    }

    it('take hostile text for what it is: a name nobody has', async () => {
      for (const hostile of HOSTILE) {
        const escaped = hostile.replace(/[\\"]/g, '\\$&');
        const filters: Request[] = [
          { service: [hostile] },
          { operation: [hostile] },
          { environment: [hostile, 'y'] },
          { distinctId: hostile },
        ];
        // One statement instead of slices.
        const sortBy = 'duration';
        for (const filter of filters) assert.deepEqual(await idsOf({ ...filter, sortBy }, scope), []);
        try {
          assert.deepEqual(await idsOf({ q: `name:"${escaped}"`, sortBy }, scope), []);
        } catch (error) {
          assert.ok(error instanceof ServiceError && error.code === 'invalid_request', String(error));
        }
      }
    });

    it('refuse a duration that is none', async () => {
      await assert.rejects(search({ minDurationMs: Number.POSITIVE_INFINITY }, scope), { code: 'invalid_request' });
      await assert.rejects(search({ minDurationMs: Number.NaN }, scope), { code: 'invalid_request' });
    });
  });

  it('never mix projects, also where they share a trace id', async () => {
    const traceId = 'ab'.repeat(16);
    await writer.spans([
      { project: 40, traceId, spanId: spanId(1), timestamp: NOW - MINUTE, name: 'mine', service: 'a' },
      {
        project: 41,
        traceId,
        spanId: spanId(2),
        parentSpanId: spanId(9),
        timestamp: NOW - 2n * MINUTE,
        name: 'theirs',
        service: 'b',
        statusCode: 2,
      },
    ]);
    const [summary] = (await search({}, scopeOf(40))).rows.map(toTraceSummary);
    assert.equal(summary?.spanCount, 1n);
    assert.equal(summary.errorCount, 0n);
    assert.deepEqual(summary.services, ['a']);
    const trace = await get(traceId.toUpperCase(), scopeOf(40));
    assert.deepEqual(
      trace.spans?.map(({ name }) => name),
      ['mine'],
    );
    assert.equal(trace.complete, true);
    await assert.rejects(get(traceId, scopeOf(42)), { code: 'not_found' });
    assert.deepEqual(await idsOf({ service: ['b'] }, scopeOf(40)), []);
  });

  describe('answered whole', () => {
    const scope = scopeOf(50);
    const span = (number: number, others: Partial<SpanFixture>): SpanFixture => ({
      project: 50,
      traceId: 'aa'.repeat(16),
      spanId: spanId(number),
      timestamp: NOW - HOUR + BigInt(number),
      ...others,
    });

    it('have everything of a span, to the nanosecond', async () => {
      const linked = { traceId: 'cd'.repeat(16), spanId: 'ef'.repeat(8), attributes: { why: 'retry' } };
      const event = { timestamp: NOW - HOUR + 7n, name: 'exception', attributes: { 'exception.type': 'E' } };
      await writer.spans([
        span(2, {
          durationNs: 1_234_567n,
          parentSpanId: spanId(1),
          kind: 3,
          statusCode: 1,
          attributes: { k: 'v' },
          events: [event],
          links: [linked],
          resourceHash: 3n,
          distinctId: 'u',
        }),
        span(1, { durationNs: 5n }),
      ]);
      await writer.resource(50, 3n, { 'host.name': 'h' });
      const trace = await get('aa'.repeat(16), scope);
      assert.deepEqual([trace.complete, trace.missingParents, trace.truncated, trace.spanCount], [true, 0n, false, 2n]);
      assert.equal(trace.durationMs, 1.234568);
      const [root, child] = trace.spans ?? [];
      assert.equal(root?.parentSpanId, undefined);
      assert.deepEqual(
        { ...child, scopeName: undefined },
        {
          spanId: spanId(2),
          parentSpanId: spanId(1),
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
            },
          ],
          links: [{ ...linked, traceState: '' }],
        },
      );
    });

    it('say when a parent or the root has not arrived, and survive several roots', async () => {
      const shape = async (traceId: string, parents: (number | undefined)[]) => {
        await writer.spans(
          parents.map((parent, index) =>
            span(index + 1, { traceId, parentSpanId: parent === undefined ? undefined : spanId(parent) }),
          ),
        );
        const { complete, missingParents, spanCount } = await get(traceId, scope);
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

    it('are cut at ten thousand spans, and still know what is missing', async () => {
      const traceId = 'c1'.repeat(16);
      const spans = `project_number, retention_days, timestamp, duration_ns, trace_id, span_id, parent_span_id, name`;
      await engine.store.command(
        `INSERT INTO spans (${spans}) SELECT 50, 30, fromUnixTimestamp64Nano({start:Int64} + number), 1, unhex({trace:String}),
         unhex(lpad(hex(toUInt64(number + 1)), 16, '0')), if(number = 0, '', unhex(lpad(hex(toUInt64(if(number < 12000, 1, 99999999))), 16, '0'))), 'x'
         FROM numbers(12005)`,
        { start: NOW - HOUR, trace: traceId },
      );
      const trace = await get(traceId, scope);
      assert.deepEqual([trace.truncated, trace.spanCount, trace.spans?.length], [true, 10_000n, 10_000]);
      assert.deepEqual([trace.complete, trace.missingParents], [false, 5n]);
      assert.equal(trace.spans?.[9_999]?.spanId, spanId(10_000));
    });

    it('are cut before an answer becomes too large for a message', async () => {
      const traceId = 'c2'.repeat(16);
      const attributes = { stack: 'x'.repeat(1_000_000) };
      await engine.store.command(
        `INSERT INTO spans (project_number, retention_days, timestamp, trace_id, span_id, attributes)
         SELECT 50, 30, fromUnixTimestamp64Nano({start:Int64} + number), unhex({trace:String}),
         unhex(lpad(hex(toUInt64(number + 1)), 16, '0')), map('stack', repeat('x', {size:UInt32})) FROM numbers(40)`,
        { start: NOW - HOUR, trace: traceId, size: attributes.stack.length },
      );
      const trace = await get(traceId, scope);
      assert.equal(trace.truncated, true);
      assert.equal(trace.complete, true);
      assert.equal(Number(trace.spanCount), 25);
    });

    it('are not found where there is none', async () => {
      await assert.rejects(get('dd'.repeat(16), scope), { code: 'not_found' });
      await assert.rejects(get('00'.repeat(16), scope), { code: 'not_found' });
    });
  });
});
