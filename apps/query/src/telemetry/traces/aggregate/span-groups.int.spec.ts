import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { TracesAggregateRequestSchema } from '@svc/contract';
import { at, clock, HOUR, INJECTION_ATTEMPTS, MINUTE, NOW, testReader, testScope } from '@svc/reading/testing';
import type { SpanFixture } from '@svc/reading/testing';
import { randomForTests } from '@svc/test-servers';
import { startTraces, testSpanId, testTraceId, type TracesSubject } from '../traces.fixture.js';
import { toSpanGroups } from './span-groups.message.js';
import { SpanGroupsService } from './span-groups.service.js';

type Request = MessageInitShape<typeof TracesAggregateRequestSchema>;

describe('aggregated spans', () => {
  let traces: TracesSubject;
  const service = new SpanGroupsService(clock);
  beforeAll(async () => {
    traces = await startTraces();
  });
  afterAll(() => traces.stop());

  const ask = (request: Request, project: number) =>
    service.aggregate(create(TracesAggregateRequestSchema, request), testReader(traces.store, testScope(project)));
  const read = async (request: Request, project: number) => toSpanGroups(await ask(request, project));
  let written = 0;
  const span = (project: number, others: Partial<SpanFixture>): SpanFixture => ({
    project,
    traceId: testTraceId(++written),
    spanId: testSpanId(written),
    timestamp: NOW - MINUTE,
    ...others,
  });

  it('counts spans, failures and durations as a loop over the spans does', async () => {
    const random = randomForTests();
    const services = ['a', 'b', 'c', 'd'];
    const spans = Array.from({ length: 400 }, () =>
      span(10, {
        service: services[Math.floor(random() ** 2 * services.length)] ?? 'a',
        statusCode: random() < 0.2 ? 2 : 0,
        durationNs: BigInt(Math.floor(10 ** (random() * 9))),
        timestamp: NOW - 1n - BigInt(Math.floor(random() * 3_600)) * 1_000_000_000n,
      }),
    );
    await traces.writer.spans(spans);
    const answer = await read({ groupBy: ['service'], interval: '15m' }, 10);
    assert.deepEqual([answer.total, answer.rest?.count], [400n, 0n]);
    assert.deepEqual(answer.rest?.series, [], 'no groups are left out');
    assert.equal(answer.errorCount, BigInt(spans.filter(({ statusCode }) => statusCode === 2).length));
    for (const group of answer.groups ?? []) {
      const own = spans.filter((one) => one.service === group.values?.['service']);
      const durations = own.map(({ durationNs = 0n }) => Number(durationNs)).sort((one, other) => one - other);
      assert.equal(group.count, BigInt(own.length));
      assert.equal(group.errorCount, BigInt(own.filter(({ statusCode }) => statusCode === 2).length));
      assert.equal(group.duration?.maxMs, (durations.at(-1) ?? 0) / 1e6);
      const average = durations.reduce((sum, duration) => sum + duration) / own.length / 1e6;
      assert.ok(Math.abs((group.duration.avgMs ?? 0) - average) < average / 1e6);
      const around = (share: number, by: number) => durations[Math.round((own.length - 1) * share) + by] ?? 0;
      const p50Ns = (group.duration.p50Ms ?? 0) * 1e6;
      const spread = Math.ceil(own.length / 20);
      assert.ok(p50Ns >= around(0.5, -spread) && p50Ns <= around(0.5, spread), String(p50Ns));
      for (const { fromMs = 0, toMs = Infinity, count } of group.durationBuckets ?? []) {
        const inside = durations.filter((ns) => ns >= Math.round(fromMs * 1e6) && ns < Math.round(toMs * 1e6));
        assert.equal(count, BigInt(inside.length), `${fromMs} ms`);
      }
      const points = group.series ?? [];
      assert.equal(
        points.reduce((sum, { count = 0n }) => sum + count, 0n),
        group.count,
      );
      for (const { timestamp, count } of points) {
        const from = (timestamp?.seconds ?? 0n) * 1_000_000_000n;
        const inside = own.filter((one) => one.timestamp >= from && one.timestamp < from + 15n * MINUTE);
        assert.equal(count, BigInt(inside.length));
      }
    }
  });

  it('returns the largest groups, and the others together as the rest', async () => {
    await traces.writer.spans(
      ['a', 'a', 'a', 'b', 'b', 'c', 'd'].map((name, index) =>
        span(20, { service: name, durationNs: BigInt(index + 1) * 1_000_000n, statusCode: name === 'd' ? 2 : 0 }),
      ),
    );
    const { groups, rest, total } = await read({ groupBy: ['service'], limit: 2, interval: '1h' }, 20);
    assert.deepEqual(
      groups?.map(({ values, count }) => [values?.['service'], count]),
      [
        ['a', 3n],
        ['b', 2n],
      ],
    );
    assert.deepEqual([rest?.groupCount, rest?.count, rest?.errorCount, total], [2n, 2n, 1n, 7n]);
    assert.deepEqual([rest?.duration?.maxMs, rest?.duration?.avgMs], [7, 6.5]);
    assert.deepEqual(rest?.durationBuckets, [{ fromMs: 5, toMs: 10, count: 2n }]);
    assert.equal(
      rest.series?.reduce((sum, { count = 0n }) => sum + count, 0n),
      2n,
    );
  });

  it('counts all spans as one group without group_by, with every bucket also where there are none', async () => {
    const window = { startTime: at(NOW - HOUR), endTime: at(NOW) };
    const { groups, rest, total } = await read({ interval: '30m', ...window }, 21);
    assert.equal(total, 0n);
    assert.deepEqual([groups?.length, rest?.groupCount], [1, 0n]);
    assert.deepEqual([groups?.[0]?.duration, groups?.[0]?.durationBuckets], [undefined, []]);
    for (const point of groups?.[0]?.series ?? assert.fail()) {
      assert.deepEqual([point.count, point.errorCount, point.p50Ms], [0n, 0n, undefined]);
    }
    await traces.writer.spans([span(21, { durationNs: 4_000_000n }), span(21, { durationNs: 4_000_000n })]);
    const [all] = (await read(window, 21)).groups ?? [];
    const ms = { avgMs: 4, p50Ms: 4, p95Ms: 4, p99Ms: 4, maxMs: 4 };
    assert.deepEqual([all?.values, all?.count, all?.duration, all?.series], [{}, 2n, ms, []]);
    assert.deepEqual((await read({ ...window, groupBy: ['service'] }, 22)).groups, []);
  });

  it('groups by fields, attributes and attributes of the resource, and leaves absent values out', async () => {
    await traces.writer.spans([
      span(30, { kind: 2, attributes: { size: '9007199254740993' }, resourceHash: 5n }),
      span(30, { kind: 3, parentSpanId: testSpanId(1) }),
    ]);
    await traces.writer.resource(30, 5n, { 'host.name': 'node-1' });
    const { groups, groupBy } = await read({ groupBy: ['request', 'size', 'resource.host.name'] }, 30);
    assert.deepEqual(groupBy, ['request', 'size', 'resource.host.name']);
    assert.deepEqual(
      groups?.map(({ values }) => values),
      [{ request: 'no' }, { request: 'yes', size: '9007199254740993', 'resource.host.name': 'node-1' }],
    );
  });

  const filters: [title: string, request: Request, count: bigint][] = [
    ['nothing', {}, 3n],
    ['a service', { service: ['shop'] }, 2n],
    ['services', { service: ['shop', 'bank'] }, 3n],
    ['an operation', { operation: ['pay'] }, 1n],
    ['an environment', { environment: ['prod'] }, 1n],
    ['a customer', { distinctId: 'u' }, 1n],
    ['failures of the span', { status: 'error' }, 1n],
    ['spans that did not fail', { status: 'ok' }, 2n],
    ['the duration of the span', { minDurationMs: 5 }, 1n],
    ['a search', { q: 'kind:client AND duration_ms:>=5' }, 1n],
    ['an earlier window', { startTime: at(NOW - 2n * HOUR), endTime: at(NOW - HOUR) }, 0n],
  ];
  it('counts the spans that meet all filters, and not the others of their traces', async () => {
    const traceId = testTraceId(0x999);
    await traces.writer.spans([
      span(40, { traceId, service: 'shop', name: 'pay', environment: 'prod', distinctId: 'u' }),
      span(40, { traceId, service: 'shop', kind: 3, durationNs: 5_000_000n }),
      span(40, { traceId, service: 'bank', statusCode: 2 }),
      span(41, { traceId, service: 'shop' }),
    ]);
    for (const [title, request, count] of filters) assert.equal((await read(request, 40)).total, count, title);
  });

  it('does not count spans of a deleted trace', async () => {
    const traceId = testTraceId(0x998);
    await traces.writer.spans([span(42, { traceId }), span(42, {})]);
    await traces.delete(traceId, testScope(42));
    assert.equal((await read({}, 42)).total, 1n);
  });

  it('treats injection attempts as names without values', async () => {
    await traces.writer.spans([span(43, {})]);
    for (const attempt of INJECTION_ATTEMPTS) {
      const { groups } = await read({ groupBy: [attempt] }, 43);
      assert.deepEqual(
        groups?.map(({ values, count }) => [values, count]),
        [[{}, 1n]],
      );
      assert.equal((await read({ service: [attempt] }, 43)).total, 0n);
    }
  });

  it('refuses too many fields, a text field, too many points and an impossible duration', async () => {
    const requests: Request[] = [
      { groupBy: ['a', 'b', 'c', 'd'] },
      { groupBy: ['status_message'] },
      { groupBy: ['service'], interval: '1m', limit: 1000 },
      { minDurationMs: Number.NaN },
      { q: '(' },
    ];
    for (const request of requests) await assert.rejects(ask(request, 44), { code: 'invalid_request' });
  });
});
