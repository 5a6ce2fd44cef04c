import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { ServicesMapRequestSchema } from '@svc/contract';
import {
  at,
  clock,
  INJECTION_ATTEMPTS,
  MINUTE,
  NOW,
  testScope,
  type SpanFixture,
  TelemetryWriter,
  testReader,
} from '@svc/reading/testing';
import { ServicesRepository } from '../services.repository.js';
import { ServicesService } from '../services.service.js';
import { MapService } from './map.service.js';

const [INTERNAL, SERVER, CLIENT, PRODUCER, CONSUMER] = [1, 2, 3, 4, 5];

describe('the service map', () => {
  let engine: SharedStore;
  let service: MapService;
  let writer: TelemetryWriter;
  beforeAll(async () => {
    engine = await sharedStore();
    writer = new TelemetryWriter(engine.store);
    service = new MapService(new ServicesService(new ServicesRepository(), clock));
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const map = async (project: number, request: MessageInitShape<typeof ServicesMapRequestSchema> = {}) =>
    service.map(create(ServicesMapRequestSchema, request), testReader(engine.store, testScope(project)));
  const edges = async (project: number) =>
    (await map(project)).graph.edges.map(({ source, target, type, calls }) => `${source} > ${target} ${type} ${calls}`);
  const toSpanId = (number: number): string => number.toString(16).padStart(16, '0');
  const span = (project: number, id: number, parent: number, others: Partial<SpanFixture>): SpanFixture => ({
    project,
    traceId: 'ab'.repeat(16),
    spanId: toSpanId(id),
    parentSpanId: toSpanId(parent),
    timestamp: NOW - 30n * MINUTE,
    durationNs: 1_000_000n,
    ...others,
  });

  it('connects a call with the span that answered it, in whatever order and however late either arrived', async () => {
    const callee = (id: number, parent: number, others: Partial<SpanFixture> = {}) =>
      span(10, id, parent, { service: 'b', kind: SERVER, durationNs: 2_000_000n, ...others });
    // Each in a separate insert: the callee first, then the caller, then another callee that started minutes after its
    // caller.
    await writer.spans([callee(2, 1)]);
    await writer.spans([span(10, 1, 0, { service: 'a', kind: CLIENT })]);
    await writer.spans([callee(3, 1, { timestamp: NOW - 20n * MINUTE, statusCode: 2, durationNs: 4_000_000n })]);
    const { graph, isSampled, isTruncated } = await map(10);
    assert.deepEqual([isSampled, isTruncated], [false, false]);
    assert.deepEqual(graph.edges, [
      { source: 'service:a', target: 'service:b', type: 'call', calls: 2, errors: 1, p50: 2, p95: 4 },
    ]);
    assert.deepEqual(
      graph.nodes.map(({ id, requests, errors }) => [id, requests, errors]),
      [
        ['service:a', 1, 0],
        ['service:b', 2, 1],
      ],
    );
  });

  it('finds a caller that started before the window, and one call between spans without kinds', async () => {
    await writer.spans([
      span(11, 1, 0, { service: 'a', timestamp: NOW - 70n * MINUTE }),
      span(11, 2, 1, { service: 'b', timestamp: NOW - 59n * MINUTE }),
      span(11, 3, 2, { service: 'b', kind: INTERNAL }),
    ]);
    assert.deepEqual(await edges(11), ['service:a > service:b call 1']);
  });

  it('includes services without calls, and no services without a name', async () => {
    await writer.spans([
      span(12, 1, 0, { service: 'lonely', kind: SERVER }),
      span(12, 2, 1, { service: '', kind: SERVER }),
    ]);
    const { graph } = await map(12);
    assert.deepEqual([graph.nodes.map(({ id }) => id), graph.edges], [['service:lonely'], []]);
  });

  it('adds edges to databases, queues and hosts from the attributes of spans', async () => {
    const calls = (id: number, attributes: Record<string, string>, others: Partial<SpanFixture> = {}) =>
      span(18, id, 0, { service: 'a', kind: CLIENT, attributes, ...others });
    const shop = { 'db.system': 'mysql', 'db.name': 'shop' };
    await writer.spans([
      calls(1, { ...shop, 'db.statement': 'select 1' }, { durationNs: 1_000_000n }),
      calls(2, { ...shop, 'db.statement': 'select 2', 'server.address': 'replica' }, { durationNs: 1_000_000n }),
      calls(3, { 'db.system.name': 'mysql', 'db.namespace': 'shop' }, { durationNs: 8_000_000n, statusCode: 2 }),
      calls(4, { 'http.url': 'https://user@api.example.org:8443/a?b=c' }, { durationNs: 0n }),
      calls(5, { 'http.url': 'https://api.example.org/another' }),
      calls(6, { 'http.method': 'GET' }),
      calls(7, { 'db.system': 'sqlite' }, { kind: INTERNAL }),
    ]);
    const [database, host, ...others] = (await map(18)).graph.edges;
    assert.deepEqual(others, []);
    assert.deepEqual([database?.target, database?.calls, database?.errors], ['database:mysql/shop', 3, 1]);
    const near = (found = 0, exact: number) =>
      assert.ok(Math.abs(found / exact - 1) < 0.011, `${found} is not ${exact}`);
    near(database?.p50, 1);
    near(database?.p95, 8);
    assert.deepEqual([host?.target, host?.calls], ['external:api.example.org', 2]);
  });

  it('adds an edge to a host only if no service answered', async () => {
    const http = { 'server.address': 'b.internal' };
    await writer.spans([
      span(13, 1, 0, { service: 'a', kind: CLIENT, attributes: http }),
      span(13, 2, 1, { service: 'b', kind: SERVER }),
      span(13, 3, 0, { service: 'a', kind: CLIENT, attributes: { 'server.address': 'elsewhere' } }),
      // Only the innermost of nested calls leaves the service.
      span(13, 4, 0, { service: 'a', kind: CLIENT, attributes: { 'rpc.service': 'Storage' } }),
      span(13, 5, 4, { service: 'a', kind: CLIENT, attributes: { 'server.address': 'storage' } }),
      // A host with a service's name is the service.
      span(13, 6, 2, { service: 'b', kind: CLIENT, attributes: { 'server.address': 'a' } }),
    ]);
    assert.deepEqual((await edges(13)).sort(), [
      'service:a > external:elsewhere external 1',
      'service:a > external:storage external 1',
      'service:a > service:b call 1',
      'service:b > service:a call 1',
    ]);
  });

  it('goes through the queue if it is known, and directly if it is not', async () => {
    const queue = { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' };
    await writer.spans([
      span(14, 1, 0, { service: 'a', kind: PRODUCER, attributes: queue }),
      span(14, 2, 1, { service: 'b', kind: CONSUMER, attributes: queue }),
      span(14, 3, 0, { service: 'c', kind: CLIENT, attributes: { ...queue, 'messaging.operation.type': 'receive' } }),
      span(15, 1, 0, { service: 'a', kind: PRODUCER }),
      span(15, 2, 1, { service: 'b', kind: CONSUMER }),
    ]);
    assert.deepEqual((await edges(14)).sort(), [
      'queue:kafka/orders > service:b message 1',
      'queue:kafka/orders > service:c message 1',
      'service:a > queue:kafka/orders message 1',
    ]);
    const { graph } = await map(14);
    assert.deepEqual(graph.nodes.find(({ type }) => type === 'queue')?.requests, 1);
    assert.deepEqual(await edges(15), ['service:a > service:b message 1']);
  });

  it('counts sampled calls as often as they represent, and reports the estimate', async () => {
    const sampled = { traceState: 'ot=th:c' };
    await writer.spans([
      span(19, 1, 0, { service: 'a', kind: CLIENT, ...sampled }),
      span(19, 2, 1, { service: 'b', kind: SERVER, statusCode: 2, ...sampled }),
      span(19, 3, 2, { service: 'b', kind: CLIENT, attributes: { 'peer.service': 'bank' }, ...sampled }),
    ]);
    assert.deepEqual(await edges(19), ['service:a > service:b call 4', 'service:b > external:bank external 4']);
    const { graph, isSampled, isEstimated } = await map(19);
    assert.deepEqual(
      [graph.edges[0]?.errors, isSampled, isEstimated, (await map(10)).isEstimated],
      [4, false, true, false],
    );
  });

  it('covers one project, one window and the requested environments', async () => {
    const pair = (project: number, environment: string, first: number): SpanFixture[] => [
      span(project, first, 0, { service: 'a', kind: CLIENT, environment }),
      span(project, first + 1, first, {
        service: environment === '' ? 'foreign' : environment,
        kind: SERVER,
        environment,
      }),
    ];
    await writer.spans([...pair(16, 'prod', 1), ...pair(16, 'test', 11), ...pair(17, '', 1)]);
    assert.equal((await edges(16)).length, 2);
    const prod = await map(16, { environment: ['prod'] });
    assert.deepEqual(
      prod.graph.edges.map(({ target }) => target),
      ['service:prod'],
    );
    const before = await map(16, { startTime: at(NOW - 120n * MINUTE), endTime: at(NOW - 90n * MINUTE) });
    assert.deepEqual(before.graph, { nodes: [], edges: [] });
    for (const attempt of INJECTION_ATTEMPTS)
      assert.deepEqual((await map(16, { environment: [attempt] })).graph.nodes, []);
  });
});
