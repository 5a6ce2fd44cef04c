import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { MAX_PATHS, type FactParameters } from '@svc/investigations';
import { MINUTE, NOW, testScope, TelemetryWriter, type SpanFixture } from '@svc/reading/testing';
import { toMilliseconds } from '@svc/reading/time';
import { readPaths } from './paths/path-facts.js';
import { FactReader } from './reading/fact-reader.js';

const [SERVER, CLIENT, INTERNAL] = [2, 3, 1];
const MS = 1_000_000n;
const [PROJECT, BUSY] = [7_341, 7_343];
const SPLIT = NOW - (NOW % MINUTE) - 10n * MINUTE;
const PARAMETERS: FactParameters = {
  normal: [{ start: toMilliseconds(SPLIT - 20n * MINUTE), end: toMilliseconds(SPLIT) }],
  abnormal: { start: toMilliseconds(SPLIT), end: toMilliseconds(SPLIT + 10n * MINUTE) },
  bucketMs: 60_000,
  services: ['web'],
  slowerThanMs: 100,
};

const traceId = (index: number, first = 'a'): string => `${first}${index.toString(16).padStart(31, '0')}`;

/** An order in which `pay` takes so long, while `audit` runs beside it; and a job of another service. */
function order(index: number, minute: number, payMs: bigint, others: Partial<SpanFixture> = {}): SpanFixture[] {
  const id = (span: number): string => (index * 16 + span).toString(16).padStart(16, '0');
  const at = SPLIT + BigInt(minute) * MINUTE + BigInt(index) * MS;
  const common = { project: PROJECT, traceId: traceId(index), ...others };
  const span = (number: number, parent: number | undefined, from: bigint, ms: bigint, rest: Partial<SpanFixture>) => ({
    ...common,
    spanId: id(number),
    ...(parent !== undefined && { parentSpanId: id(parent) }),
    timestamp: at + from * MS,
    durationNs: ms * MS,
    ...rest,
  });
  return [
    span(1, undefined, 0n, payMs + 20n, { service: 'web', name: 'POST /order', kind: SERVER }),
    span(2, 1, 5n, payMs + 10n, { service: 'web', name: 'POST', kind: CLIENT }),
    span(3, 2, 10n, payMs, { service: 'pay', name: 'charge', kind: SERVER }),
    span(4, 1, 5n, payMs / 2n, { service: 'web', name: 'audit', kind: INTERNAL }),
    {
      ...common,
      traceId: traceId(index, 'd'),
      spanId: id(5),
      timestamp: at,
      durationNs: 900n * MS,
      service: 'job',
      name: 'report',
      kind: SERVER,
    },
  ];
}

describe('the critical paths of investigations', () => {
  let engine: SharedStore;
  beforeAll(async () => {
    engine = await sharedStore();
    const normal = Array.from({ length: 20 }, (_, index) => order(index, index - 20, 30n));
    const slow = Array.from({ length: 6 }, (_, index) => order(20 + index, index, 500n));
    const fast = Array.from({ length: 3 }, (_, index) => order(30 + index, index, 30n, { environment: 'staging' }));
    const many = Array.from({ length: MAX_PATHS + 50 }, (_, index) =>
      [-5, 5].flatMap((minute) => order(index + (minute < 0 ? 0 : 1_000), minute, 500n, { project: BUSY })),
    );
    await new TelemetryWriter(engine.store).spans([...normal, ...slow, ...fast, ...many].flat());
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const open = (others: Partial<FactParameters> = {}, project = PROJECT, bytes = 200_000_000): FactReader =>
    new FactReader(engine.store, testScope(project), {
      projectId: 'project',
      parameters: { ...PARAMETERS, ...others },
      limits: { timeoutMs: 60_000, bytes },
      signal: new AbortController().signal,
    });

  it('are those of slow requests of the services and of all normal ones, with what each operation is responsible for', async () => {
    const paths = await readPaths(open());
    const [normal, slow] = [paths.filter((path) => !path.isAbnormal), paths.filter((path) => path.isAbnormal)];
    assert.deepEqual([normal.length, slow.length], [20, 6]);
    assert.deepEqual(
      slow.find((path) => path.traceId === traceId(20)),
      {
        traceId: traceId(20),
        isAbnormal: true,
        service: 'web',
        operation: 'POST /order',
        durationMs: 520,
        parts: [
          { service: 'pay', operation: 'charge', selfMs: 500 },
          { service: 'web', operation: 'POST /order', selfMs: 10 },
          { service: 'web', operation: 'POST', selfMs: 10 },
        ],
      },
    );
    assert.ok(normal.every(({ durationMs }) => durationMs === 50));
  });

  it('are those of all requests without a duration from which they are slow', async () => {
    const paths = await readPaths(open({ slowerThanMs: undefined }));
    assert.equal(paths.filter(({ isAbnormal }) => isAbnormal).length, 9);
    assert.ok(paths.every(({ service }) => service === 'web'));
  });

  it('are those of the environment and of the project, and at most 200 of either side', async () => {
    const staging = await readPaths(open({ environment: 'staging', slowerThanMs: undefined }));
    assert.deepEqual(
      staging.map(({ durationMs, isAbnormal }) => [durationMs, isAbnormal]),
      Array.from({ length: 3 }, () => [50, true]),
    );
    assert.deepEqual(await readPaths(open({}, PROJECT + 1)), []);
    const many = await readPaths(open({}, BUSY));
    assert.deepEqual(
      [false, true].map((side) => many.filter(({ isAbnormal }) => isAbnormal === side).length),
      [MAX_PATHS, MAX_PATHS],
    );
  });

  it('are refused if they need more bytes than a query may read', async () => {
    await assert.rejects(readPaths(open({}, PROJECT, 100)), { code: 'query_too_expensive' });
  });
});
