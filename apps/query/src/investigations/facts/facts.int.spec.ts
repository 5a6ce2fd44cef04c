import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import type { FactParameters, FactRequest } from '@svc/investigations';
import { MINUTE, NOW, testScope, TelemetryWriter, type LogFixture, type SpanFixture } from '@svc/reading/testing';
import { toMilliseconds } from '@svc/reading/time';
import { MetricsRepository } from '../../telemetry/index.js';
import { readAffected } from './bad-requests/affected.js';
import { readAttributes } from './bad-requests/attributes.js';
import { readIssues } from './changes/issues.js';
import { FactReader } from './reading/fact-reader.js';
import { readRequests } from './requests/request-facts.js';
import { readCalls, readOperations, readSteps } from './traces/trace-facts.js';

const [SERVER, CLIENT, INTERNAL] = [2, 3, 1];
const ERROR = 2;
const MS = 1_000_000n;
const PROJECT = 7_301;
const SPLIT = NOW - 10n * MINUTE;
const PARAMETERS: FactParameters = {
  normal: [{ start: toMilliseconds(SPLIT - 20n * MINUTE), end: toMilliseconds(SPLIT) }],
  abnormal: { start: toMilliseconds(SPLIT), end: toMilliseconds(NOW) },
  bucketMs: 60_000,
  services: [],
};

describe('the facts of investigations', () => {
  let engine: SharedStore;
  let metrics: MetricsRepository;
  beforeAll(async () => {
    engine = await sharedStore();
    metrics = new MetricsRepository(engine.store);
    const writer = new TelemetryWriter(engine.store);
    const traces = Array.from({ length: 60 }, (_, index) => trace(index));
    await writer.spans(traces.flatMap(({ spans }) => spans));
    await writer.logs(traces.flatMap(({ logs }) => logs));
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const open = (parameters: Partial<FactParameters> = {}): FactReader => {
    const request: FactRequest = {
      projectId: 'project',
      parameters: { ...PARAMETERS, ...parameters },
      limits: { timeoutMs: 60_000, bytes: 200_000_000 },
      signal: new AbortController().signal,
    };
    return new FactReader(engine.store, testScope(PROJECT), request);
  };

  it('counts requests by service and minute, with their errors and durations', async () => {
    const reader = open();
    const rows = await readRequests(reader, metrics);
    const pay = rows.filter(({ service }) => service === 'pay');
    assert.equal(
      pay.reduce((sum, { requests }) => sum + requests, 0),
      60,
    );
    assert.equal(
      pay.reduce((sum, { errors }) => sum + errors, 0),
      20,
    );
    assert.ok(reader.bytesRead > 0, 'counts the bytes that the engine read');
    const short = await readRequests(open({ bucketMs: 10_000 }), metrics);
    assert.equal(
      short.filter(({ service }) => service === 'pay').reduce((sum, { requests }) => sum + requests, 0),
      60,
    );
  });

  it('charges errors and time to the service that they come from', async () => {
    const operations = await readOperations(open());
    const find = (service: string, operation: string) =>
      operations.find((fact) => fact.service === service && fact.operation === operation)?.sides;
    assert.deepEqual(
      [find('pay', 'POST /charge')?.abnormal.ownErrors, find('pay', 'POST /charge')?.normal.ownErrors],
      [20, 0],
    );
    // The errors of its callee are not its own.
    assert.deepEqual(
      [find('web', 'POST /order')?.abnormal.errors, find('web', 'POST /order')?.abnormal.ownErrors],
      [20, 0],
    );
    const charged = operations.find(({ operation }) => operation === 'POST /charge');
    const buckets = charged?.buckets ?? [];
    const during = buckets.filter(({ start }) => start >= PARAMETERS.abnormal.start);
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    assert.deepEqual([sum(buckets.map(({ calls }) => calls)), sum(during.map(({ calls }) => calls))], [60, 20]);
    assert.deepEqual([sum(buckets.map((one) => one.ownErrors)), sum(during.map((one) => one.ownErrors))], [20, 20]);
    assert.ok(
      buckets.every(
        ({ start }, index) => start % PARAMETERS.bucketMs === 0 && start > (buckets[index - 1]?.start ?? 0),
      ),
    );
    // 50 ms, of which the call takes 40 ms.
    assert.equal(Math.round(find('web', 'POST /order')?.normal.ownMs ?? 0), 10);
  });

  it('measures the time on the wire between services', async () => {
    const calls = await readCalls(open(), metrics);
    const call = calls.find(({ caller, callee }) => caller === 'web' && callee.name === 'pay');
    assert.equal(call?.sides.normal.calls, 40);
    assert.equal(Math.round(call?.sides.normal.wireMs.mean ?? 0), 5);
    const database = calls.find(({ callee }) => callee.type === 'database');
    assert.deepEqual([database?.caller, database?.callee.name, database?.sides.abnormal.calls], ['pay', 'ledger', 20]);
  });

  it('finds the log patterns and calls of each operation on both sides', async () => {
    const steps = await readSteps(open());
    const refused = steps.find(({ step }) => step.startsWith('card refused'));
    assert.deepEqual(refused?.sides, { normal: 0, abnormal: 20 });
    assert.deepEqual(refused?.calls, { normal: 40, abnormal: 20 });
    assert.deepEqual(refused?.records, { normal: 0, abnormal: 20 });
    assert.equal(refused?.severity, 17);
    assert.ok((refused?.firstSeen ?? 0) >= PARAMETERS.abnormal.start);
    assert.deepEqual(steps.find(({ callee }) => callee === 'pay')?.sides, { normal: 40, abnormal: 20 });
  });

  it('compares the attributes of failed requests with those of others, and counts the affected persons', async () => {
    const { totals, values } = await readAttributes(open({ services: ['pay'] }));
    assert.deepEqual(totals, [{ service: 'pay', bad: 20, good: 0 }]);
    assert.deepEqual(
      values.find(({ key }) => key === 'card'),
      { service: 'pay', key: 'card', value: 'new', bad: 20, good: 0 },
    );
    assert.deepEqual(await readAffected(open({ services: ['pay'] })), { persons: 5, requests: 20, isSampled: false });
  });

  it('reads nothing of another project', async () => {
    const reader = new FactReader(engine.store, testScope(PROJECT + 1), {
      projectId: 'other',
      parameters: PARAMETERS,
      limits: { timeoutMs: 60_000, bytes: 200_000_000 },
      signal: new AbortController().signal,
    });
    assert.deepEqual(await readRequests(reader, metrics), []);
    assert.deepEqual(await readOperations(reader), []);
    const none = { findManyCanonical: () => Promise.resolve(new Map()) };
    assert.deepEqual(await readIssues(reader, none), []);
  });

  it('refuses to read more bytes than it may', async () => {
    const reader = new FactReader(engine.store, testScope(PROJECT), {
      projectId: 'project',
      parameters: PARAMETERS,
      limits: { timeoutMs: 60_000, bytes: 100 },
      signal: new AbortController().signal,
    });
    await assert.rejects(readOperations(reader), { code: 'query_too_expensive' });
  });
});

/** Forty requests before the split, of two a minute, and twenty after it whose payment is refused. */
function trace(index: number): { spans: SpanFixture[]; logs: LogFixture[] } {
  const isBad = index >= 40;
  const start = isBad
    ? SPLIT + (BigInt(index - 40) * MINUTE) / 2n
    : SPLIT - 20n * MINUTE + (BigInt(index) * MINUTE) / 2n;
  const traceId = (index + 1).toString(16).padStart(32, 'a');
  const id = (n: number): string => ((index + 1) * 16 + n).toString(16).padStart(16, 'b');
  const common = { project: PROJECT, traceId, statusCode: isBad ? ERROR : 0, distinctId: `person-${index % 5}` };
  const attributes = { card: isBad ? 'new' : 'old' };
  const database = { 'db.system.name': 'postgresql', 'db.namespace': 'ledger' };
  const ledger: Partial<SpanFixture> = {
    statusCode: 0,
    service: 'pay',
    name: 'SELECT',
    kind: CLIENT,
    attributes: database,
  };
  return {
    spans: [
      {
        ...common,
        spanId: id(1),
        timestamp: start,
        durationNs: 50n * MS,
        service: 'web',
        name: 'POST /order',
        kind: SERVER,
      },
      {
        ...common,
        spanId: id(2),
        parentSpanId: id(1),
        timestamp: start + 5n * MS,
        durationNs: 40n * MS,
        service: 'web',
        name: 'POST',
        kind: CLIENT,
      },
      {
        ...common,
        spanId: id(3),
        parentSpanId: id(2),
        timestamp: start + 7n * MS,
        durationNs: 35n * MS,
        service: 'pay',
        name: 'POST /charge',
        kind: SERVER,
        attributes,
      },
      { ...common, ...ledger, spanId: id(4), parentSpanId: id(3), timestamp: start + 8n * MS, durationNs: 10n * MS },
      {
        ...common,
        spanId: id(5),
        parentSpanId: id(1),
        timestamp: start + 46n * MS,
        durationNs: 0n,
        statusCode: 0,
        service: 'web',
        name: 'render',
        kind: INTERNAL,
      },
    ],
    logs: isBad
      ? [
          {
            project: PROJECT,
            timestamp: start + 9n * MS,
            idTail: (index + 1).toString(16).padStart(16, '0'),
            body: `card refused after ${index} ms`,
            severityNumber: 17,
            service: 'pay',
            traceId,
            spanId: id(3),
          },
        ]
      : [],
  };
}
