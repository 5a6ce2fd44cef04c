import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { MAX_SERVICES, type FactParameters } from '@svc/investigations';
import { MINUTE, NOW, TelemetryWriter, testScope } from '@svc/reading/testing';
import { readAttributes } from './bad-requests/attributes.js';
import { FactReader } from './reading/fact-reader.js';
import { selectRequestMinutes, selectRequestSpans } from './requests/requests.query.js';

const PROJECT = 10;
const NOW_MS = Number(NOW / 1_000_000n);
const MINUTE_MS = 60_000;
const ONSET = Math.floor(NOW_MS / MINUTE_MS - 20) * MINUTE_MS;

const PARAMETERS: FactParameters = {
  normal: [{ start: ONSET - 20 * MINUTE_MS, end: ONSET }],
  abnormal: { start: ONSET, end: ONSET + 10 * MINUTE_MS },
  bucketMs: MINUTE_MS,
  services: ['pay'],
};

describe('facts about requests', () => {
  let engine: SharedStore;
  let written = 0;
  const span = (
    service: string,
    atMs: number,
    statusCode: number,
    attributes: Record<string, string>,
    flags: readonly string[] = [],
  ) => ({
    project: PROJECT,
    timestamp: BigInt(atMs) * 1_000_000n,
    traceId: (++written).toString(16).padStart(32, '0'),
    spanId: written.toString(16).padStart(16, '0'),
    service,
    kind: 2,
    statusCode,
    attributes,
    events: flags.map((flag) => ({
      timestamp: BigInt(atMs) * 1_000_000n,
      name: 'feature_flag.evaluation',
      attributes: { 'feature_flag.key': flag, 'feature_flag.result.variant': 'on' },
    })),
  });
  const many = <Row>(count: number, row: (index: number) => Row): Row[] =>
    Array.from({ length: count }, (_, index) => row(index));

  beforeAll(async () => {
    engine = await sharedStore();
    const writer = new TelemetryWriter(engine.store);
    await writer.spans([
      ...many(100, (index) => span('pay', ONSET - 10 * MINUTE_MS + index, 0, { build: 'old' })),
      ...many(60, (index) => span('pay', ONSET + 60_000 + index, 0, { build: 'new' })),
      ...many(40, (index) =>
        span('pay', ONSET + 60_000 + index, 2, { build: 'new', tenant: 'acme' }, ['form', 'form']),
      ),
      ...many(MAX_SERVICES + 1, (index) => many(2, () => span(`busy-${index}`, ONSET + 120_000, 0, {}))).flat(),
      span('quiet', ONSET + 120_000, 0, {}),
    ]);
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const reader = () => {
    const limits = { timeoutMs: 60_000, bytes: 1_000_000_000 };
    const signal = new AbortController().signal;
    return new FactReader(engine.store, testScope(PROJECT), {
      projectId: 'project',
      parameters: PARAMETERS,
      limits,
      signal,
    });
  };

  it('count each request of the abnormal window once for each value, and none of the time before', async () => {
    const { totals, values } = await readAttributes(reader());
    assert.deepEqual(totals, [{ service: 'pay', bad: 40, good: 60 }]);
    const counts = Object.fromEntries(values.map(({ key, value, bad, good }) => [`${key}=${value}`, [bad, good]]));
    assert.deepEqual(counts, { 'build=new': [40, 60], 'tenant=acme': [40, 0], 'feature_flag.form=on': [40, 0] });
  });

  it('are those of the services with most requests, and of the services of the symptom', async () => {
    const range = { from: BigInt(ONSET) * 1_000_000n, to: NOW + MINUTE };
    const selection = { scope: testScope(PROJECT), range, environments: [], services: ['quiet'], limit: 1_000 };
    for (const [select, bucketSeconds] of [
      [selectRequestMinutes, 60],
      [selectRequestSpans, 10],
    ] as const) {
      const rows = await reader().rows(select({ ...selection, bucketSeconds }));
      const names = new Set(rows.map(({ service }) => service));
      assert.equal(names.size, MAX_SERVICES + 1);
      assert.ok(names.has('quiet') && names.has('pay'));
    }
  });
});
