import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import type { ColumnStore } from '@svc/columnar';
import { TracesSearchRequestSchema } from '@svc/contract';
import { at, DAY, HOUR, MINUTE, NOW, testReader, testScope, type SpanFixture } from '@svc/reading/testing';
import { rounds } from '@svc/test-servers';
import fc from 'fast-check';
import { startTraces, testSpanId, testTraceId, type TracesRequest, type TracesSubject } from '../traces.fixture.js';
import { manySpans } from './few-spans.query.js';

const WINDOW = { from: NOW - 3n * DAY, to: NOW };
const COMMON = {
  spanId: '',
  traceId: testTraceId(200),
  service: 'common',
  name: 'common',
  environment: 'common',
  distinctId: 'common',
};
const SEED = 20_261_126;

interface Trace {
  readonly id: string;
  readonly spans: readonly SpanFixture[];
}

interface Filters {
  readonly service: readonly string[];
  readonly operation: readonly string[];
  readonly environment: readonly string[];
  readonly distinctId: '' | 'common' | 'rare' | 'absent';
  readonly status: '' | 'error' | 'ok';
  readonly q: '' | 'kind:client';
}

const start = ({ spans }: Trace): bigint =>
  spans.reduce((least, { timestamp: t }) => (t < least ? t : least), NOW * 2n);
const end = ({ spans }: Trace): bigint =>
  spans.reduce(
    (last, { timestamp, durationNs = 0n }) => (timestamp + durationNs > last ? timestamp + durationNs : last),
    0n,
  );

/** The list as the interface describes it: of traces that start in the window and have one span with all that is wanted of a span. */
function expectedIds(traces: readonly Trace[], filters: Filters, sort: string, order: string): string[] {
  const permits = (names: readonly string[], name = ''): boolean => names.length === 0 || names.includes(name);
  const value = (trace: Trace): bigint => (sort === 'duration' ? end(trace) - start(trace) : start(trace));
  const sorted = traces
    .filter((trace) => start(trace) >= WINDOW.from && start(trace) < WINDOW.to)
    .filter(({ spans }) =>
      spans.some(
        ({ service, name, environment, distinctId, kind }) =>
          permits(filters.service, service) &&
          permits(filters.operation, name) &&
          permits(filters.environment, environment) &&
          (filters.distinctId === '' || distinctId === filters.distinctId) &&
          (filters.q === '' || kind === 3),
      ),
    )
    .filter(({ spans }) => {
      const isFailed = spans.some(({ statusCode }) => statusCode === 2);
      return filters.status === '' || isFailed === (filters.status === 'error');
    })
    .sort((a, b) => (value(a) === value(b) ? (a.id < b.id ? -1 : 1) : value(a) < value(b) ? -1 : 1))
    .map(({ id }) => id);
  return order === 'asc' ? sorted : sorted.reverse();
}

/** Times that are often boundaries of slices, from a day before the window; later spans of a trace follow within a day. */
const times = fc.tuple(fc.integer({ min: -24, max: 73 }), fc.integer({ min: -1, max: 1 }));
const laters = fc.constantFrom(0n, 1n, MINUTE, HOUR, 12n * HOUR, DAY - 1n);
const names = fc.record({
  service: fc.constantFrom('common', 'common', 'common', 'common', 'common', 'common', 'other', 'rare'),
  name: fc.constantFrom('common', 'common', 'common', 'common', 'other', 'rare'),
  environment: fc.constantFrom('common', 'common', 'common', 'common', 'rare'),
  distinctId: fc.constantFrom('common', 'common', 'rare'),
  statusCode: fc.constantFrom(0, 0, 0, 0, 2),
  kind: fc.constantFrom(2, 3),
  durationNs: fc.constantFrom(0n, 5n, MINUTE),
});
const spans = fc.array(fc.tuple(laters, names), { minLength: 1, maxLength: 4 });
const stored = fc.array(fc.tuple(times, spans), { minLength: 30, maxLength: 45 });
const list = fc.constantFrom([], [], ['common'], ['rare'], ['absent'], ['rare', 'absent'], ['common', 'rare']);
const searches = fc.record({
  filters: fc.record({
    service: list,
    operation: list,
    environment: list,
    distinctId: fc.constantFrom<Filters['distinctId']>('', '', '', '', 'common', 'rare', 'absent'),
    status: fc.constantFrom<Filters['status']>('', '', 'error', 'ok'),
    q: fc.constantFrom<Filters['q']>('', '', 'kind:client'),
  }),
  sort: fc.constantFrom('start_time', 'start_time', 'start_time', 'duration'),
  order: fc.constantFrom('asc', 'desc'),
  limit: fc.constantFrom(7, 25, 200),
});

describe('traces by a service, an operation, an environment or a customer', () => {
  let traces: TracesSubject;
  beforeAll(async () => {
    traces = await startTraces();
  });
  afterAll(() => traces.stop());

  /** A trace with more spans of the name `common` than are few in the window. */
  const large: Trace = { id: testTraceId(200), spans: [{ ...COMMON, timestamp: NOW - DAY }] };
  const writeLarge = (project: number): Promise<void> =>
    traces.store.command(
      `INSERT INTO spans (project_number, retention_days, timestamp, trace_id, span_id, service_name, name, environment, distinct_id)
       SELECT {project:UInt32}, 30, fromUnixTimestamp64Nano({time:Int64}), unhex({id:String}), unhex(leftPad(hex(number + 1), 16, '0')),
         'common', 'common', 'common', 'common' FROM numbers({count:UInt64})`,
      { project, time: NOW - DAY, id: large.id, count: manySpans(WINDOW) },
    );

  it(`finds all traces, each once and in order, in pages of any size, whether their spans are few or many (seed ${SEED})`, async () => {
    let project = 100;
    await fc.assert(
      fc.asyncProperty(stored, fc.array(searches, { minLength: 8, maxLength: 8 }), async (made, asked) => {
        const all = made.map(([[hours, nanoseconds], of], number): Trace => {
          const first = WINDOW.from + BigInt(hours) * HOUR + BigInt(nanoseconds);
          const id = testTraceId(((number * 37) % 97) + 1);
          const toSpan = ([later, named]: (typeof of)[number], place: number): SpanFixture => ({
            traceId: id,
            spanId: testSpanId(place + 1),
            timestamp: place === 0 ? first : first + later,
            ...named,
          });
          return { id, spans: of.map(toSpan) };
        });
        const [few, many] = [project++, project++];
        await writeLarge(many);
        const [deleted, ...left] = all;
        for (const of of [few, many]) {
          await traces.writer.spans(all.flatMap((trace) => trace.spans.map((span) => ({ ...span, project: of }))));
          if (deleted) await traces.delete(deleted.id, testScope(of));
        }
        for (const { filters, sort, order, limit } of asked) {
          const request: TracesRequest = {
            startTime: at(WINDOW.from),
            endTime: at(WINDOW.to),
            sortBy: sort,
            sortOrder: order,
            limit,
            ...filters,
            service: [...filters.service],
            operation: [...filters.operation],
            environment: [...filters.environment],
          };
          for (const [of, existing] of [[few, left] as const, [many, [...left, large]] as const]) {
            const expected = expectedIds(existing, filters, sort, order);
            assert.deepEqual(await traces.allPages(request, testScope(of)), expected);
          }
        }
      }),
      { seed: SEED, numRuns: rounds(1), endOnFailure: true },
    );
  });

  it('reads summaries of other traces at most once if the spans are few', async () => {
    const statements: string[] = [];
    const query: ColumnStore['query'] = (statement) => {
      statements.push(statement.sql);
      return traces.store.query(statement);
    };
    const store = { query } as ColumnStore;
    const search = async (service: string, sortBy: string): Promise<number> => {
      statements.length = 0;
      const request = create(TracesSearchRequestSchema, {
        startTime: at(WINDOW.from),
        endTime: at(WINDOW.to),
        service: [service],
        sortBy,
      });
      await traces.service.search(request, testReader(store, 90));
      return statements.filter((statement) => statement.includes('trace_id IN (SELECT trace_id\nFROM trace_summaries'))
        .length;
    };
    await writeLarge(90);
    assert.equal(await search('absent', 'start_time'), 1);
    assert.equal(await search('absent', 'duration'), 0);
    assert.ok((await search('common', 'start_time')) > 1);
    assert.equal(await search('common', 'duration'), 1);
  });
});
