import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import type { FactParameters } from '@svc/investigations';
import { MINUTE, NOW, testScope, TelemetryWriter, type SpanFixture } from '@svc/reading/testing';
import { toMilliseconds } from '@svc/reading/time';
import { CustomerWriter, type TestEvent } from '../../customers/persons/persons.fixture.js';
import { readAccounts } from './bad-requests/affected.js';
import { FactReader } from './reading/fact-reader.js';

const SERVER = 2;
const ERROR = 2;
const PROJECT = 7_351;
const SPLIT = NOW - (NOW % MINUTE) - 10n * MINUTE;
const PARAMETERS: FactParameters = {
  normal: [{ start: toMilliseconds(SPLIT - 20n * MINUTE), end: toMilliseconds(SPLIT) }],
  abnormal: { start: toMilliseconds(SPLIT), end: toMilliseconds(SPLIT + 10n * MINUTE) },
  bucketMs: 60_000,
  services: ['web'],
};

describe('the affected accounts of investigations', () => {
  let engine: SharedStore;
  let requests = 0;
  const request = (minute: number, others: Partial<SpanFixture> = {}): SpanFixture => ({
    project: PROJECT,
    traceId: (++requests).toString(16).padStart(32, '0'),
    spanId: requests.toString(16).padStart(16, '0'),
    timestamp: SPLIT + BigInt(minute) * MINUTE,
    durationNs: 1_000_000n,
    service: 'web',
    name: 'GET /',
    kind: SERVER,
    statusCode: ERROR,
    ...others,
  });
  beforeAll(async () => {
    engine = await sharedStore();
    const traceId = 'e'.repeat(32);
    await new TelemetryWriter(engine.store).spans([
      request(-5, { distinctId: 'earlier' }),
      request(1, { traceId }),
      request(2, { sessionId: 'visit' }),
      request(3, { distinctId: 'ann' }),
      request(4, { distinctId: 'bob' }),
      request(5, { distinctId: 'well', statusCode: 0 }),
      request(6, { distinctId: 'elsewhere', service: 'mail' }),
    ]);
    const customers = new CustomerWriter(engine.store);
    const event = (distinctId: string, groups: Record<string, string>, others: Partial<TestEvent> = {}) =>
      customers.event({ project: PROJECT, distinctId, time: SPLIT - MINUTE, groups, ...others });
    await event('someone', { company: 'of-trace' }, { traceId });
    await event('visitor', { company: 'of-session' }, { sessionId: 'visit' });
    await event('ann', { company: 'of-person', team: 'ops' });
    await event('bob', { company: 'of-person' });
    await event('ann', { company: 'yesterday' }, { time: SPLIT - 1_440n * MINUTE });
    for (const id of ['earlier', 'well', 'elsewhere', 'unknown']) await event(id, { company: id });
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const read = (others: Partial<FactParameters> = {}, project = PROJECT, bytes = 200_000_000) =>
    readAccounts(
      new FactReader(engine.store, testScope(project), {
        projectId: 'project',
        parameters: { ...PARAMETERS, ...others },
        limits: { timeoutMs: 60_000, bytes },
        signal: new AbortController().signal,
      }),
    );

  it('are those that events of the trace, the session or the person of a failed request name', async () => {
    assert.deepEqual(await read(), {
      accounts: 4,
      first: [
        { type: 'company', key: 'of-person', persons: 2 },
        { type: 'company', key: 'of-session', persons: 1 },
        { type: 'company', key: 'of-trace', persons: 1 },
        { type: 'team', key: 'ops', persons: 1 },
      ],
      isSampled: false,
    });
  });

  it('are those of slow requests if slowness is the symptom, and none of another project', async () => {
    const none = { accounts: 0, first: [], isSampled: false };
    assert.equal((await read({ slowerThanMs: 0.5 })).accounts, 5);
    assert.deepEqual(await read({ slowerThanMs: 50 }), none);
    assert.deepEqual(await read({}, PROJECT + 1), none);
  });

  it('are not looked for beyond the bytes that a query may read', async () => {
    await assert.rejects(read({}, PROJECT, 100), { code: 'query_too_expensive' });
  });
});
