import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { decodeLogs } from '@svc/otlp';
import {
  MAX_BODY_BYTES,
  MAX_EXPANDED_BYTES,
  PAGE_ORIGIN,
  startWireServer,
  type WireServer,
} from './wire-server.fixture.js';

const SLUG = 'shop';
const ENVELOPE = '/api/1/envelope/';
const STORE = '/api/7/store/';
const DAY_MS = 86_400_000;

type Item = readonly [type: string, payload: object];

const newId = (bytes: number): string => randomBytes(bytes).toString('hex');
const seconds = (ageMs = 0): number => (Date.now() - ageMs) / 1000;
const error = (ageMs?: number): object => ({
  event_id: newId(16),
  timestamp: seconds(ageMs),
  platform: 'node',
  exception: {
    values: [{ type: 'RangeError', value: 'no such page', stacktrace: { frames: [{ function: 'open', lineno: 7 }] } }],
  },
});
const transaction = (ageMs?: number): object => ({
  type: 'transaction',
  transaction: 'GET /cart',
  start_timestamp: seconds(ageMs),
  timestamp: seconds(ageMs),
  contexts: { trace: { trace_id: newId(16), span_id: newId(8), op: 'http.server' } },
});
const envelope = (items: readonly Item[], header: object = { event_id: newId(16) }): Buffer =>
  Buffer.from(
    [header, ...items.flatMap(([type, payload]) => [{ type }, payload])].map((line) => JSON.stringify(line)).join('\n'),
  );
const both = (): Buffer =>
  envelope([
    ['event', error()],
    ['transaction', transaction()],
  ]);

describe('the envelopes of Sentry', () => {
  let server: WireServer;
  beforeAll(async () => {
    server = await startWireServer();
  });
  afterAll(() => server.stop());

  const post = (
    body: Uint8Array | string,
    { path = ENVELOPE, ...headers }: Record<string, string> & { readonly path?: string } = {},
  ) => server.post(path, Buffer.from(body), headers);
  const stored = async () => ({
    logs: (await server.read('logs')).length,
    traces: (await server.read('traces')).length,
  });
  const expectStored = async (logs: number, traces: number, ...request: Parameters<typeof post>) => {
    const before = await stored();
    const answer = await post(...request);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(await stored(), { logs: before.logs + logs, traces: before.traces + traces });
    return answer;
  };

  it('stores errors as logs and transactions as spans, answers with the ID, and stores a repetition not again', async () => {
    const eventId = newId(16);
    const body = envelope(
      [
        ['event', error()],
        ['transaction', transaction()],
      ],
      { event_id: eventId },
    );
    const { text, headers } = await expectStored(1, 1, body);
    assert.deepEqual(JSON.parse(text), { id: eventId });
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    const context = { receivedAtNs: BigInt(Date.now()) * 1_000_000n, retentionDays: 30, projectNumber: 1 };
    const sent = Buffer.from((await server.read('logs')).at(-1) ?? []);
    const [log] = [...decodeLogs(sent, { ...context, partition: 0, offset: 0 })].filter((each) => each !== undefined);
    assert.ok(typeof log === 'object');
    assert.equal(log.body, 'RangeError: no such page');
    await expectStored(0, 0, body);
    assert.equal(server.admission.reservedBytes, 0);
  });

  it('acknowledges once all is durable, and stores of a repetition what was not', async () => {
    for (const [signal, logs, traces] of [
      ['traces', 0, 1],
      ['logs', 1, 1],
    ] as const) {
      const body = both();
      assert.equal((await server.whileBroken(() => post(body), signal)).status, 503);
      await expectStored(logs, traces, body);
      await expectStored(0, 0, body);
    }
    assert.equal(server.admission.reservedBytes, 0);
  });

  it('counts a request once toward the quota, and its items by the retention of their signals', async () => {
    const body = both();
    const statuses = await server.whileLimited(body.byteLength, async () => [
      (await post(body)).status,
      (await post(body)).status,
    ]);
    assert.deepEqual(statuses, [200, 429]);
    const old = envelope([
      ['event', error(40 * DAY_MS)],
      ['transaction', transaction(40 * DAY_MS)],
    ]);
    const rejected = () => server.count('svc_ingest_wire_dropped_total', 'wire="sentry"', 'reason="timestamp_too_old"');
    const before = await rejected();
    // What is rejected is recorded too.
    const { headers } = await expectStored(1, 1, old);
    assert.equal(headers.get('x-svc-rejected'), '1 of 2 records were rejected: 1 timestamp_too_old.');
    assert.equal(await rejected(), before + 1);
  });

  it('accepts events at /store/, each encoding, any type, and large envelopes, which a thread translates', async () => {
    const event = error();
    const { text } = await expectStored(1, 0, JSON.stringify(event), { path: STORE });
    assert.equal((JSON.parse(text) as { id: string }).id, (event as { event_id: string }).event_id);
    await expectStored(0, 1, JSON.stringify(transaction()), { path: STORE.slice(0, -1) });
    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
      ['zstd', zstdCompressSync],
    ] as const)
      await expectStored(1, 1, compress(both()), { 'content-encoding': encoding, 'content-type': 'text/plain' });
    const many = Array.from({ length: 500 }, (): Item => ['event', error()]);
    await expectStored(1, 1, envelope([...many, ['transaction', transaction()]]));
    assert.deepEqual(JSON.parse((await expectStored(0, 0, '{}\n')).text), {});
    assert.equal(server.admission.reservedBytes, 0);
  });

  it('takes the key from where SDKs have it, and the project of an organization’s key from the path', async () => {
    const { writer, page, bound } = server.keys;
    const none = { authorization: '' };
    const auth = (key: string) => `Sentry sentry_version=7, sentry_client=sentry.python/3.1.0, sentry_key=${key}`;
    for (const key of [writer, page]) {
      await expectStored(1, 1, both(), { ...none, 'x-sentry-auth': auth(key) });
      await expectStored(1, 1, both(), { authorization: auth(key) });
    }
    const inQuery = (key: string, prefix = '') => `${prefix}${ENVELOPE}?sentry_version=7&sentry_key=${key}`;
    await expectStored(1, 1, both(), { ...none, path: inQuery(page) });
    await expectStored(1, 1, both(), { ...none, path: inQuery(bound), origin: PAGE_ORIGIN });
    assert.equal((await post(both(), { ...none, path: inQuery(bound), origin: 'https://other.example' })).status, 403);
    await expectStored(1, 1, both(), { ...none, path: inQuery(page, `/p/${SLUG}`) });
    assert.equal(server.projects.at(-1), SLUG);
    const inHeader = (key: string) => envelope([['event', error()]], { dsn: `https://${key}@svc.example/1` });
    await expectStored(1, 0, inHeader(page), none);
    await expectStored(1, 0, gzipSync(inHeader(page)), { ...none, 'content-encoding': 'gzip' });
    // Another key counts, whatever the DSN says.
    await expectStored(1, 0, inHeader('none'), { ...none, path: inQuery(page) });
    for (const [body, path] of [
      [both(), ENVELOPE],
      [both(), inQuery(writer)],
      [inHeader(page), inQuery(writer)],
      [inHeader(writer), ENVELOPE],
      [inHeader('none'), ENVELOPE],
      [JSON.stringify({ ...error(), dsn: `https://${page}@svc.example/1` }), STORE],
    ] as const)
      assert.equal((await post(body, { ...none, path })).status, 401);
    assert.equal(server.admission.reservedBytes, 0);
  });

  it('answers preflights, and lets pages read the headers of limits', async () => {
    const preflight = await fetch(`${server.url}${ENVELOPE}`, { method: 'OPTIONS' });
    assert.equal(preflight.status, 204);
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /x-sentry-auth/);
    const { headers } = await post(both());
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.match(headers.get('access-control-expose-headers') ?? '', /x-sentry-rate-limits/);
    assert.equal((await fetch(`${server.url}${ENVELOPE}`)).status, 405);
    for (const path of ['/api/x/envelope/', '/api/1/envelopes/', '/api/1/2/envelope/', '/api/1/minidump/'])
      assert.equal((await post(both(), { path })).status, 404, path);
  });

  it('refuses by status, and by its text as JSON and in a header', async () => {
    const before = await stored();
    const cases: readonly [number, RegExp, string | Uint8Array, Record<string, string>?][] = [
      [400, /^header: is not valid JSON/, 'x'],
      [400, /^items\[1\]: must be an object$/, '{}\n{"type":"event"}\n{}\n{"type":"event"}\n7'],
      [400, /^body: must be an object$/, '[]', { path: STORE }],
      [403, /lacks the scope telemetry:write/, both(), { authorization: `Bearer ${server.keys.other}` }],
      [413, /too large/, 'x'.repeat(MAX_BODY_BYTES + 1)],
      [413, /too large/, gzipSync('x'.repeat(MAX_EXPANDED_BYTES + 1)), { 'content-encoding': 'gzip' }],
      [415, /^content-encoding:/, both(), { 'content-encoding': 'snappy' }],
    ];
    for (const [status, text, ...request] of cases) {
      const answer = await post(...request);
      assert.equal(answer.status, status, `${String(text)} ${answer.text}`);
      const { detail } = JSON.parse(answer.text) as { detail: string };
      assert.match(detail, text);
      assert.equal(answer.headers.get('x-sentry-error'), detail);
    }
    assert.deepEqual(await stored(), before);
    assert.equal(server.admission.reservedBytes, 0);
  });

  it('asks to wait in the words of Sentry, also those whose key is in the envelope', async () => {
    const dsn = `https://${server.keys.page}@svc.example/1`;
    const keyed = () => post(envelope([['event', error()]], { dsn }), { authorization: '' });
    for (const [status, answer] of [
      [429, await server.whileFull(() => post(both()))],
      [429, await server.whileLimited(50, () => post(both()))],
      [429, await server.whileLimited(50, keyed)],
      [503, await server.whileFull(keyed)],
      [503, await server.whileBroken(() => post(both()))],
    ] as const) {
      assert.equal(answer.status, status);
      const wait = answer.headers.get('retry-after') ?? '';
      assert.ok(Number(wait) >= 1);
      assert.equal(answer.headers.get('x-sentry-rate-limits'), status === 429 ? `${wait}::project` : null);
    }
    assert.equal(server.admission.reservedBytes, 0);
  });

  it('counts requests by outcome, and what is not stored by reason', async () => {
    const dropped = (reason: string) =>
      server.count('svc_ingest_wire_dropped_total', 'wire="sentry"', `reason="${reason}"`);
    const accepted = () => server.count('svc_ingest_wire_requests_total', 'wire="sentry"', 'outcome="accepted"');
    const reasons = ['session', 'invalid_check_in', 'client_ratelimit_backoff'];
    const counts = () => Promise.all([...reasons.map(dropped), accepted()]);
    const before = await counts();
    const report = { discarded_events: [{ reason: 'ratelimit_backoff', category: 'error', quantity: 3 }] };
    await expectStored(
      0,
      0,
      envelope([
        ['session', {}],
        ['check_in', {}],
        ['client_report', report],
      ]),
    );
    assert.deepEqual(
      await counts(),
      [1, 1, 3, 1].map((count, index) => (before[index] ?? 0) + count),
    );
  });
});
