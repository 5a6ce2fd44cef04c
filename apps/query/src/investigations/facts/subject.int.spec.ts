import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import type { FactParameters } from '@svc/investigations';
import {
  MINUTE,
  NOW,
  testScope,
  TelemetryWriter,
  writeErrors,
  writeIssueVariants,
  type SpanFixture,
} from '@svc/reading/testing';
import { toMilliseconds } from '@svc/reading/time';
import { CustomerWriter } from '../../customers/persons/persons.fixture.js';
import { readAffected } from './bad-requests/affected.js';
import { readAttributes } from './bad-requests/attributes.js';
import { FactReader } from './reading/fact-reader.js';

const [SERVER, CLIENT] = [2, 3];
const ERROR = 2;
const PROJECT = 7_381;
const SPLIT = NOW - (NOW % MINUTE) - 10n * MINUTE;
const ISSUE = '1a2b3c4d-0000-4000-8000-000000000001';
const PARAMETERS: FactParameters = {
  normal: [{ start: toMilliseconds(SPLIT - 20n * MINUTE), end: toMilliseconds(SPLIT) }],
  abnormal: { start: toMilliseconds(SPLIT), end: toMilliseconds(SPLIT + 10n * MINUTE) },
  bucketMs: 60_000,
  services: ['web'],
};
const traceId = (number: number): string => number.toString(16).padStart(32, '0');

describe('requests of the subject of an investigation', () => {
  let engine: SharedStore;
  let spans = 0;
  const request = (trace: number, others: Partial<SpanFixture> = {}): SpanFixture => ({
    project: PROJECT,
    traceId: traceId(trace),
    spanId: (++spans).toString(16).padStart(16, '0'),
    timestamp: SPLIT + MINUTE,
    durationNs: 1_000_000n,
    service: 'web',
    name: 'GET /',
    kind: SERVER,
    ...others,
  });
  beforeAll(async () => {
    engine = await sharedStore();
    const writer = new TelemetryWriter(engine.store);
    await writer.spans([
      request(0, { timestamp: SPLIT - MINUTE }),
      // Two requests lead to an order, one of which fails; the span itself is that of another service.
      request(1, { statusCode: ERROR }),
      request(1, { service: 'orders', name: 'order', kind: CLIENT }),
      request(2),
      request(2, { service: 'orders', name: 'order', kind: CLIENT }),
      request(3, { statusCode: ERROR, distinctId: 'ann' }),
      // The service does not know who asked, but the browser does.
      request(4, { statusCode: ERROR }),
      request(4, { service: 'browser', kind: CLIENT, distinctId: 'ann-phone' }),
      request(5, { distinctId: 'ann' }),
      request(6, { statusCode: ERROR, distinctId: 'bob' }),
    ]);
    await writeErrors(writer, [
      { project: PROJECT, timestamp: SPLIT + MINUTE, cause: 'of the issue', traceId: traceId(2) },
      { project: PROJECT, timestamp: SPLIT + MINUTE, cause: 'of the issue', traceId: traceId(6) },
      { project: PROJECT, timestamp: SPLIT + MINUTE, cause: 'another', traceId: traceId(5) },
    ]);
    await writeIssueVariants(writer, PROJECT, ['of the issue'], { id: ISSUE });
    await new CustomerWriter(engine.store).merge(PROJECT, { 'ann-phone': 'ann' });
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const open = (others: Partial<FactParameters>, project = PROJECT) =>
    new FactReader(engine.store, testScope(project), {
      projectId: 'project',
      parameters: { ...PARAMETERS, ...others },
      limits: { timeoutMs: 60_000, bytes: 200_000_000 },
      signal: new AbortController().signal,
    });
  const counts = async (others: Partial<FactParameters>) =>
    (await readAttributes(open(others), 1)).totals.map(({ bad, good }) => [bad, good]);

  it('are all of its services if it has none of its own', async () => {
    assert.deepEqual(await counts({}), [[4, 2]]);
  });

  it('are those that lead to the operation of an alert', async () => {
    assert.deepEqual(await counts({ operation: 'order' }), [[1, 1]]);
  });

  it('are bad if they have an error of the issue, whatever their status', async () => {
    assert.deepEqual(await counts({ issueId: ISSUE }), [[2, 4]]);
    assert.deepEqual(await readAffected(open({ issueId: ISSUE })), { persons: 1, requests: 2, isSampled: false });
  });

  it('are bad if they are bad requests of the person, under any ID and in any service', async () => {
    assert.deepEqual(await counts({ personId: 'ann' }), [[2, 4]]);
  });

  it('are all bad ones if those of the person or the issue are too few to compare', async () => {
    for (const subject of [{ personId: 'ann' }, { issueId: ISSUE }]) {
      const { totals, isOfSubject } = await readAttributes(open(subject));
      assert.deepEqual([totals, isOfSubject], [[{ service: 'web', bad: 4, good: 2 }], false]);
      assert.equal((await readAttributes(open(subject), 2)).isOfSubject, true);
    }
  });
});
