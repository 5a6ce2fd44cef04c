import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import type { FactParameters } from '@svc/investigations';
import { MINUTE, NOW, testScope, TelemetryWriter, type SpanFixture } from '@svc/reading/testing';
import { toMilliseconds } from '@svc/reading/time';
import { MetricsRepository } from '../../telemetry/index.js';
import { readShares } from './bad-requests/shares.js';
import { readChanges } from './changes/changes.js';
import { FactReader } from './reading/fact-reader.js';
import { readCalls, readOperations } from './traces/trace-facts.js';

const [SERVER, CLIENT] = [2, 3];
const ERROR = 2;
const MS = 1_000_000n;
const PROJECT = 7_302;
/** Another project. */
const POLLING = PROJECT + 2;
const SPLIT = NOW - 10n * MINUTE;
const PARAMETERS: FactParameters = {
  normal: [{ start: toMilliseconds(SPLIT - 20n * MINUTE), end: toMilliseconds(SPLIT) }],
  abnormal: { start: toMilliseconds(SPLIT), end: toMilliseconds(NOW) },
  bucketMs: 60_000,
  services: [],
};

describe('the facts of a service that calls no longer reach', () => {
  let engine: SharedStore;
  beforeAll(async () => {
    engine = await sharedStore();
    const polls = Array.from({ length: 60 }, (_, index) => poll(index));
    const traces = Array.from({ length: 60 }, (_, index) => trace(index));
    await new TelemetryWriter(engine.store).spans([...traces, ...polls].flat());
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const open = (parameters: Partial<FactParameters> = {}, project = PROJECT): FactReader =>
    new FactReader(engine.store, testScope(project), {
      projectId: 'project',
      parameters: { ...PARAMETERS, ...parameters },
      limits: { timeoutMs: 60_000, bytes: 200_000_000 },
      signal: new AbortController().signal,
    });

  const ownErrors = async (project: number): Promise<Map<string, number>> => {
    const operations = await readOperations(open({}, project));
    const callers = operations.filter(({ service }) => service === 'shop');
    return new Map(callers.map(({ operation, sides }) => [operation, sides.abnormal.ownErrors]));
  };

  it('count its failed calls as those that it did not receive, and not as errors of the caller', async () => {
    const calls = await readCalls(open(), new MetricsRepository(engine.store));
    const found = calls.map(({ caller, callee: { type, name }, sides }) => [
      caller,
      type,
      name,
      sides.abnormal.unanswered,
    ]);
    assert.deepEqual(found, [['shop', 'service', 'payments', 20]]);
    const operations = await readOperations(open());
    const own = operations.map(({ service, operation, sides }) => [
      service,
      operation,
      sides.abnormal.errors,
      sides.abnormal.ownErrors,
    ]);
    assert.deepEqual(own.filter(([service]) => service === 'shop').sort(), [
      ['shop', 'POST /charge', 20, 0],
      ['shop', 'POST /order', 20, 0],
    ]);
  });

  it('leave errors with the caller if no target counts them: of a receiver of messages, or of a call that only names a port', async () => {
    const own = await ownErrors(POLLING);
    assert.deepEqual([own.get('poll orders'), own.get('connect')], [20, 20]);
  });

  it('do not count a call that its caller gave up as an error of the caller, but one that was answered in time', async () => {
    const own = await ownErrors(POLLING);
    assert.deepEqual([own.get('GET /slow'), own.get('GET /quick')], [0, 20]);
  });

  it('count the requests of both sides in a minute by the values of their attributes, of this project only', async () => {
    const { totals, values } = await readShares(open({ services: ['shop'] }));
    assert.deepEqual(totals, [{ service: 'shop', normal: 2, abnormal: 2 }]);
    assert.deepEqual(
      values.filter(({ key }) => key === 'account.id'),
      [{ service: 'shop', key: 'account.id', value: 'acme', normal: 0, abnormal: 2 }],
    );
    assert.deepEqual(await readShares(open({}, PROJECT + 1)), { totals: [], values: [] });
  });

  it('name the services whose requests have a release, with and without the name of the service', async () => {
    const deployedAt = new Date(toMilliseconds(SPLIT));
    const released = (...names: string[]) => ({
      releases: { deployedBetween: () => Promise.resolve(names.map((release) => ({ release, deployedAt }))) },
      flags: { changedBetween: () => Promise.resolve([]) },
    });
    const sources = released('2.1', 'shop@2.1', 'cart@2.1', '9.9') as unknown as Parameters<typeof readChanges>[1];
    const changes = await readChanges(open(), sources);
    assert.deepEqual(
      changes.map(({ entity, services }) => [entity.name, services]),
      [
        ['2.1', ['shop']],
        ['shop@2.1', ['shop']],
        ['cart@2.1', []],
        ['9.9', []],
      ],
    );
  });
});

/** A poll of a queue, a call without the name of a host, and calls that are answered late and in time, which all fail after the split. */
function poll(index: number): SpanFixture[] {
  const [call, ...others] = trace(index).slice(1, 2);
  assert.ok(call && others.length === 0);
  const { parentSpanId: _, ...own } = { ...call, project: POLLING };
  const queue = {
    'messaging.system': 'kafka',
    'messaging.destination.name': 'orders',
    'messaging.operation': 'receive',
  };
  return [
    { ...own, name: 'poll orders', attributes: queue },
    { ...own, spanId: `e${own.spanId.slice(1)}`, name: 'connect', attributes: { 'server.port': '5432' } },
    ...answered(own, '0', { name: 'GET /slow' }, 50n * MS),
    ...answered(own, '2', { name: 'GET /quick' }, 10n * MS),
  ];
}

/** A call and its answer by another service, which does not fail. */
function answered(own: SpanFixture, prefix: string, call: Partial<SpanFixture>, took: bigint): SpanFixture[] {
  const spanId = `${prefix}${own.spanId.slice(1)}`;
  const answer = { spanId: `a${spanId.slice(0, -1)}`, parentSpanId: spanId, service: 'depot', statusCode: 0 };
  return [
    { ...own, ...call, spanId },
    { ...own, ...answer, name: 'answer', kind: SERVER, durationNs: took },
  ];
}

/** Forty orders before the split, of two a minute, and twenty after it whose payment does not reach the service of payments. */
function trace(index: number): SpanFixture[] {
  const isLost = index >= 40;
  const start = isLost
    ? SPLIT + (BigInt(index - 40) * MINUTE) / 2n
    : SPLIT - 20n * MINUTE + (BigInt(index) * MINUTE) / 2n;
  const id = (n: number): string => ((index + 1) * 16 + n).toString(16).padStart(16, 'c');
  const traceId = (index + 1).toString(16).padStart(32, 'd');
  const common = { project: PROJECT, traceId, durationNs: 20n * MS, release: isLost ? '2.1' : '2.0' };
  const order: SpanFixture = {
    ...common,
    spanId: id(1),
    timestamp: start,
    service: 'shop',
    name: 'POST /order',
    kind: SERVER,
    statusCode: isLost ? ERROR : 0,
    attributes: { 'account.id': isLost ? 'acme' : `other-${index}` },
  };
  const call: SpanFixture = {
    ...order,
    spanId: id(2),
    parentSpanId: id(1),
    name: 'POST /charge',
    kind: CLIENT,
    attributes: { 'server.address': 'payments.internal' },
  };
  const answer: SpanFixture = {
    ...call,
    spanId: id(3),
    parentSpanId: id(2),
    service: 'payments',
    kind: SERVER,
    attributes: {},
  };
  return isLost ? [order, call] : [order, call, answer];
}
