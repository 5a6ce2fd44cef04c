import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { TracesFieldsRequestSchema } from '@svc/contract';
import { at, clock, DAY, HOUR, INJECTION_ATTEMPTS, MINUTE, NOW, testReader, testScope } from '@svc/reading/testing';
import type { SpanFixture } from '@svc/reading/testing';
import { toFields } from '../../fields/fields.message.js';
import { startTraces, testSpanId, testTraceId, type TracesSubject } from '../traces.fixture.js';
import { SpanFieldsService } from './span-fields.service.js';

type Request = MessageInitShape<typeof TracesFieldsRequestSchema>;

describe('span fields', () => {
  let traces: TracesSubject;
  const service = new SpanFieldsService(clock);
  beforeAll(async () => {
    traces = await startTraces();
  });
  afterAll(() => traces.stop());

  const read = async (request: Request, project: number, sample?: number) =>
    toFields(
      await service.fields(
        create(TracesFieldsRequestSchema, request),
        testReader(traces.store, testScope(project)),
        sample,
      ),
    );
  let written = 0;
  const span = (project: number, others: Partial<SpanFixture>): SpanFixture => ({
    project,
    traceId: testTraceId(++written),
    spanId: testSpanId(written),
    timestamp: NOW - MINUTE,
    name: 'GET /',
    ...others,
  });
  const shown = async (request: Request, project: number): Promise<string[]> =>
    ((await read(request, project)).fields ?? []).map(({ source, name, kind, count, cardinality, values = [] }) => {
      const list = values.map(({ value, count: spans }) => `${value}=${spans}`);
      return `${source} ${name} ${kind} ${count}/${cardinality} ${list.join(' ')}`;
    });

  beforeAll(async () => {
    await traces.writer.spans([
      span(10, { service: 'cart', kind: 2, attributes: { size: '12', 'http.route': '/a' }, resourceHash: 5n }),
      span(10, {
        service: 'cart',
        kind: 3,
        parentSpanId: testSpanId(9),
        statusCode: 2,
        attributes: { ok: 'true', 'url.full': 'x' },
      }),
      span(10, {
        service: 'web',
        kind: 2,
        statusCode: 1,
        durationNs: 60n * MINUTE,
        attributes: { 'http.route': '/b', size: '9007199254740993' },
      }),
      span(11, { service: 'other', attributes: { foreign: 'yes' }, resourceHash: 5n }),
    ]);
    await traces.writer.resource(10, 5n, { 'host.name': 'node-1' });
  });

  it('lists the fields of the search language, of the spans and of their resources, with kinds and values', async () => {
    assert.deepEqual(await shown({}, 10), [
      'field kind string 3/2 server=2 client=1',
      'field name string 3/1 GET /=3',
      'field request string 3/2 yes=2 no=1',
      'field service string 3/2 cart=2 web=1',
      'field status string 3/3 error=1 ok=1 unset=1',
      'attribute http.route string 2/2 /a=1 /b=1',
      'attribute size number 2/2 12=1 9007199254740993=1',
      'attribute ok boolean 1/1 true=1',
      'attribute url.full string 1/1 x=1',
      'resource host.name string 1/1 node-1=1',
    ]);
    const { fields: _, ...others } = await read({}, 10);
    assert.deepEqual(others, { scanned: 3n, total: 3n, sampled: false, truncated: false });
  });

  it('restricts names by their beginning in any case, and their number, and says that there are more', async () => {
    const names = async (request: Request) => (await read(request, 10)).fields?.map(({ name }) => name);
    assert.deepEqual(await names({ prefix: 'HTTP.r' }), ['http.route']);
    assert.deepEqual(await names({ prefix: 'route' }), []);
    assert.deepEqual(await names({ prefix: '%' }), []);
    // A former name of url.full, which one of the spans has.
    assert.deepEqual(await names({ prefix: 'http.U' }), ['url.full']);
    assert.deepEqual(await names({ limit: 2 }), ['kind', 'name']);
    assert.equal((await read({ limit: 2 }, 10)).truncated, true);
    for (const prefix of INJECTION_ATTEMPTS) assert.deepEqual(await names({ prefix }), []);
  });

  const cases: [title: string, request: Request, found: string][] = [
    ['a service', { service: ['web'] }, 'web=1'],
    ['services', { service: ['web', 'cart'] }, 'cart=2 web=1'],
    ['an operation', { operation: ['nothing'] }, ''],
    ['the status of the span', { status: 'error' }, 'cart=1'],
    ['the absence of an error', { status: 'ok' }, 'cart=1 web=1'],
    ['a search', { q: 'size:>5 http.route:"/b"' }, 'web=1'],
    ['a duration', { minDurationMs: 3_600_000 }, 'web=1'],
  ];
  for (const [title, request, found] of cases) {
    it(`covers the spans that ${title} selects`, async () => {
      const [line = ''] = (await shown(request, 10)).filter((text) => text.startsWith('field service'));
      assert.equal(line.split(' ').slice(4).join(' '), found);
    });
  }

  it('covers its last day by default, or its window, in one project', async () => {
    await traces.writer.spans([
      span(20, { service: 'old', timestamp: NOW - DAY - 1n }),
      span(20, { service: 'day', timestamp: NOW - DAY }),
      span(20, { service: 'new' }),
    ]);
    const total = async (request: Request) => (await read(request, 20)).total;
    assert.deepEqual(await total({}), 2n);
    assert.deepEqual(await total({ startTime: at(NOW - 2n * DAY) }), 3n);
    assert.deepEqual(await total({ startTime: at(NOW - 2n * DAY), endTime: at(NOW - HOUR) }), 2n);
    assert.deepEqual(await shown({}, 21), []);
  });

  it('samples the newest spans if there are many, and reports it', async () => {
    await traces.writer.spans(
      Array.from({ length: 60 }, (_, age) =>
        span(30, { service: age < 20 ? 'new' : 'old', timestamp: NOW - 1n - BigInt(age) * MINUTE }),
      ),
    );
    const answer = await read({}, 30, 20);
    assert.deepEqual([answer.scanned, answer.total, answer.sampled], [20n, 60n, true]);
    assert.deepEqual(answer.fields?.find(({ name }) => name === 'service')?.values, [{ value: 'new', count: 20n }]);
  });

  it('refuses a malformed search and an impossible duration', () => {
    for (const request of [{ q: '(' }, { minDurationMs: Number.NaN }]) {
      const reader = testReader(traces.store, testScope(10));
      assert.throws(() => service.fields(create(TracesFieldsRequestSchema, request), reader), {
        code: 'invalid_request',
      });
    }
  });
});
