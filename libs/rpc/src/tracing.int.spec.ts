import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { SavedSearches } from '@svc/contract';
import { eventually, recordSpans, type RecordedSpans } from '@svc/test-servers';
import { createRpcClient, startRpcServer } from './index.js';
import { CONTEXT, EndingsModule, SECRET } from './testing/saved-searches.fixture.js';

let spans: RecordedSpans;
let directory: string;

beforeAll(async () => {
  spans = await recordSpans();
  directory = await mkdtemp(join(tmpdir(), 'rpc-'));
});
afterAll(async () => {
  spans.stop();
  await rm(directory, { recursive: true });
});

it('adds both ends of a call to the trace of the caller, and marks internal failures as errors', async () => {
  const address = `unix:${directory}/query.sock`;
  const log = { error: () => undefined };
  const server = await startRpcServer({ module: EndingsModule, address, log });
  const client = createRpcClient(SavedSearches, { address, timeoutMs: 2_000 });

  const traceId = await trace.getTracer('test').startActiveSpan('request', async (span) => {
    await client.list({}, { context: CONTEXT });
    await client.get({ searchId: 's' }, { context: CONTEXT }).catch(() => undefined);
    await client.create({ name: 'n', signal: 'logs', query: {} }, { context: CONTEXT }).catch(() => undefined);
    span.end();
    return span.spanContext().traceId;
  });

  await eventually('seven spans', () => spans.finished().length === 7);
  const finished = spans.finished();
  assert.deepEqual(new Set(finished.map((span) => span.spanContext().traceId)), new Set([traceId]));
  for (const [name, code, status] of ENDINGS) {
    const outgoing = finished.find((span) => span.name === name && span.kind === SpanKind.CLIENT);
    const incoming = finished.find((span) => span.name === name && span.kind === SpanKind.SERVER);
    assert.equal(incoming?.parentSpanContext?.spanId, outgoing?.spanContext().spanId);
    assert.deepEqual([incoming?.attributes['error.type'], incoming?.status.code], [code, status]);
  }
  assert.ok(
    !JSON.stringify(finished.map(({ attributes, events, status }) => [attributes, events, status])).includes(SECRET),
  );

  client.close();
  await server.stop();
});

const ENDINGS = [
  ['svc.v1.SavedSearches/List', undefined, SpanStatusCode.UNSET],
  ['svc.v1.SavedSearches/Get', 'rate_limited', SpanStatusCode.UNSET],
  ['svc.v1.SavedSearches/Create', 'internal', SpanStatusCode.ERROR],
] as const;
