import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { create } from '@bufbuild/protobuf';
import { generateApiKey, hashSecret } from '@svc/auth';
import { MemoryStore, type RateLimiter } from '@svc/cache';
import { KeyRefusal, KeysResolveResponseSchema } from '@svc/contract';
import { TOPIC_BY_SIGNAL, type EventLog } from '@svc/event-log';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { createLogger, createMetrics, HealthRegistry } from '@svc/observability';
import { decodeLogs } from '@svc/otlp';
import { Admission } from '../receive/admission.js';
import { KeyDirectory } from '../receive/key-directory.js';
import { createPreparePool, type PreparePool } from '../receive/prepare.js';
import { Quota } from '../receive/quota.js';
import { Receiver } from '../receive/receiver.js';
import { requestMetrics } from '../receive/request-metrics.js';
import { startIngestHttp, type IngestHttpServer } from '../server/http-server.js';
import { wireHttpHandler } from './http.js';
import { wireMetrics } from './wire-metrics.js';

const MIB = 1024 * 1024;
const SLUG = 'shop';
/** A push in protobuf in a block of Snappy: the stream {app="shop"} with one empty line at the second 1 of 1970. */
const OLD_LINE = Buffer.from([
  ...[0x18, 0x5c, 0x0a, 0x16, 0x0a, 0x0c],
  ...Buffer.from('{app="shop"}'),
  ...[0x12, 0x06, 0x0a, 0x02, 0x08, 0x01, 0x12, 0x00],
]);

describe('the push API of Loki', () => {
  const [writer, other] = [generateApiKey('project').secret, generateApiKey('project').secret];
  const metrics = createMetrics();
  const admission = new Admission(64 * MIB);
  const caches = new MemoryStore();
  const unlimited: RateLimiter = {
    reset: () => Promise.resolve(),
    consume: () => Promise.resolve({ allowed: true, remaining: 1, resetSeconds: 1 }),
  };
  let quota = unlimited;
  let isBroken = false;
  let directory: string;
  let eventLog: LmdbEventLog;
  let pool: PreparePool;
  let server: IngestHttpServer;
  const named: string[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'loki-'));
    eventLog = await LmdbEventLog.open({ directory, partitions: 1 });
    const closed = await LmdbEventLog.open({ directory: path.join(directory, 'closed'), partitions: 1 });
    await closed.close();
    pool = createPreparePool();
    const project = { id: '00000000-0000-4000-8000-000000000001', number: 1, retentionDays: 30 };
    const scopes = new Map([
      [hashSecret(writer).toString('hex'), 'telemetry:write'],
      [hashSecret(other).toString('hex'), 'analytics:write'],
    ]);
    const keys = new KeyDirectory((sha256, { projectSelector }) => {
      named.push(projectSelector);
      const scope = scopes.get(Buffer.from(sha256).toString('hex'));
      return Promise.resolve(
        create(
          KeysResolveResponseSchema,
          scope === undefined ? { refusal: KeyRefusal.UNKNOWN } : { keyId: 'k', scopes: [scope], project },
        ),
      );
    });
    const log = { append: (...record) => (isBroken ? closed : eventLog).append(...record) } as Pick<EventLog, 'append'>;
    const translated = wireHttpHandler({
      keys,
      receiver: new Receiver({
        eventLog: log as EventLog,
        cache: caches.cache,
        prepare: pool.prepare,
        quota: new Quota(1, () => ({
          reset: (id) => quota.reset(id),
          consume: (id, bytes) => quota.consume(id, bytes),
        })),
        maxExpandedBytes: 4 * MIB,
      }),
      admission,
      maxBodyBytes: 2 * MIB,
      logger: createLogger({ service: 'test', level: 'silent' }),
      measure: requestMetrics(metrics),
      measureWire: wireMetrics(metrics),
    });
    const notAsked = () => Promise.reject(new Error('not asked'));
    server = await startIngestHttp(
      { host: '127.0.0.1', port: 0 },
      {
        translated,
        otlp: notAsked,
        capture: notAsked,
        flags: notAsked,
        replay: notAsked,
        replayLogs: notAsked,
        recorder: notAsked,
        postHogConfig: notAsked,
        postHogRecording: notAsked,
        health: new HealthRegistry({ onFailure: () => undefined }),
      },
    );
  });
  afterAll(async () => {
    await server.stop(100);
    await pool.close();
    await eventLog.close();
    await caches.close();
    await rm(directory, { recursive: true, force: true });
  });

  const JSON_BODY = { 'content-type': 'application/json' };
  const post = async (
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = JSON_BODY,
    prefix = '',
  ) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${prefix}/loki/api/v1/push`, {
      method: 'POST',
      headers: { authorization: `Bearer ${writer}`, ...headers },
      body,
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  let count = 0;
  /** A push of lines that no other push has. */
  const push = (lines = 1, ageMs = 0): string => {
    const time = `${Date.now() - ageMs}000000`;
    const values = Array.from({ length: lines }, () => [time, `line ${count++}`]);
    return JSON.stringify({ streams: [{ stream: { app: 'shop', level: 'warn' }, values }] });
  };
  const stored = async (): Promise<number> => {
    const positions = await eventLog.positions(TOPIC_BY_SIGNAL.logs);
    return positions.reduce((sum, { endOffset }) => sum + endOffset, 0);
  };
  const expectStored = async (records: number, ...request: Parameters<typeof post>) => {
    const before = await stored();
    const { status, text } = await post(...request);
    assert.deepEqual([status, text], [204, '']);
    assert.equal((await stored()) - before, records);
  };

  it('answers 204 once the lines are in the log as OTLP, and a repetition without storing it again', async () => {
    const body = push();
    await expectStored(1, body);
    const from = new Map([[0, (await stored()) - 1]]);
    const topic = TOPIC_BY_SIGNAL.logs;
    const context = { receivedAtNs: BigInt(Date.now()) * 1_000_000n, retentionDays: 30, projectNumber: 1 };
    for await (const { records } of eventLog.follow({ topic, from, signal: AbortSignal.timeout(5_000) })) {
      const request = records[0]?.value ?? new Uint8Array();
      const [log] = [...decodeLogs(request, { ...context, partition: 0, offset: 0 })].filter(
        (each) => each !== undefined,
      );
      assert.ok(typeof log === 'object');
      assert.deepEqual([log.service_name, log.severity_text, log.body], ['shop', 'warn', 'line 0']);
      break;
    }
    await expectStored(0, body);
    assert.equal(admission.reservedBytes, 0);
  });

  it('accepts gzip, protobuf in a block of Snappy, and large bodies, which a thread translates', async () => {
    await expectStored(1, new Uint8Array(gzipSync(push())), { ...JSON_BODY, 'content-encoding': 'gzip' });
    await expectStored(1, push(20_000));
    const old = await post(OLD_LINE, { 'content-type': 'application/x-protobuf' });
    assert.deepEqual([old.status, old.text], [400, '1 of 1 log records were rejected: 1 timestamp_too_old.\n']);
    const named = await post(OLD_LINE, { 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy' });
    assert.equal(named.status, 400);
    const twice = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' };
    assert.equal((await post(new Uint8Array(gzipSync(OLD_LINE)), twice)).status, 400);
    assert.equal((await post('{"streams":[]}')).status, 204);
    assert.equal(admission.reservedBytes, 0);
  });

  it('accepts the key as Bearer, in the headers of OTLP, and as user or password of Basic', async () => {
    const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`;
    for (const authorization of [`Bearer ${writer}`, basic('loki', writer), basic(writer, ''), basic(writer, 'x')])
      await expectStored(1, push(), { ...JSON_BODY, authorization });
    await expectStored(1, push(), { ...JSON_BODY, authorization: '', 'x-api-key': writer, 'x-scope-orgid': 'tenant' });
  });

  it('takes the project from the path, and refuses a header that names another one', async () => {
    await expectStored(1, push(), JSON_BODY, `/p/${SLUG}`);
    assert.equal(named.at(-1), SLUG);
    await expectStored(1, push(), { ...JSON_BODY, 'x-svc-project': SLUG }, `/p/${SLUG}`);
    const conflict = await post(push(), { ...JSON_BODY, 'x-svc-project': 'other' }, `/p/${SLUG}`);
    assert.equal(conflict.status, 403);
    assert.match(conflict.text, /must each be one well-formed value and agree with the credential\.\n$/);
    assert.equal((await post(push(), JSON_BODY, '/p/-')).status, 404);
  });

  it('says that it is ready where senders ask Loki', async () => {
    for (const prefix of ['', `/p/${SLUG}`])
      assert.equal((await fetch(`http://127.0.0.1:${server.port}${prefix}/ready`)).status, 200);
  });

  it('refuses by status and text', async () => {
    const before = await stored();
    const proto = { 'content-type': 'application/x-protobuf' };
    const cases: readonly [number, RegExp, string | Uint8Array<ArrayBuffer>, Record<string, string>?][] = [
      [
        401,
        /credential is required/,
        push(),
        { ...JSON_BODY, authorization: `Bearer ${generateApiKey('org').secret}` },
      ],
      [401, /credential is required/, push(), { ...JSON_BODY, authorization: `Basic ${btoa('loki:')}` }],
      [403, /lacks the scope telemetry:write/, push(), { ...JSON_BODY, authorization: `Bearer ${other}` }],
      [400, /^streams\[0\]\.values:/, '{"streams":[{"values":"x"}]}'],
      [400, /Snappy/, new Uint8Array([9, 9]), proto],
      [413, /too large/, 'x'.repeat(2 * MIB + 1)],
      [
        413,
        /too large/,
        new Uint8Array(gzipSync('x'.repeat(4 * MIB + 1))),
        { ...JSON_BODY, 'content-encoding': 'gzip' },
      ],
      [415, /^content-type:/, push(), { 'content-type': 'text/plain' }],
      [415, /^content-encoding:/, push(), { ...JSON_BODY, 'content-encoding': 'snappy' }],
    ];
    for (const [status, text, ...request] of cases) {
      const answer = await post(...request);
      assert.equal(answer.status, status, `${String(text)} ${answer.text}`);
      assert.match(answer.text, text);
      assert.match(answer.text, /^[^\n]+\n$/);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
    }
    assert.equal(await stored(), before);
    assert.equal(admission.reservedBytes, 0);
  });

  it('refuses a block that states more bytes than a request may have, before it is decoded', async () => {
    // 4 MiB and a byte, of 200 kB that could hold that many.
    const block = new Uint8Array(200_000);
    block.set([0x81, 0x80, 0x80, 0x02]);
    const answer = await post(block, { 'content-type': 'application/x-protobuf' });
    assert.equal(answer.status, 413);
  });

  it('asks to send again with 429 and 503, and with Retry-After', async () => {
    const held = admission.open();
    held.grow(64 * MIB);
    const busy = await post(push());
    held.release();
    quota = caches.rateLimiter({ name: 'quota', points: 50, windowSeconds: 60 });
    const used = await post(push());
    quota = unlimited;
    isBroken = true;
    const broken = await post(push());
    isBroken = false;
    assert.deepEqual([busy.status, used.status, broken.status], [429, 429, 503]);
    for (const { headers } of [busy, used, broken]) assert.ok(Number(headers.get('retry-after')) >= 1);
    assert.equal(admission.reservedBytes, 0);
  });

  it('counts requests by outcome, and lines that are not stored by reason', async () => {
    const read = async (name: string, ...labels: string[]): Promise<number> => {
      const lines = (await metrics.registry.metrics()).split('\n');
      const line = lines.find((each) => each.startsWith(name) && labels.every((label) => each.includes(label)));
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    const rejected = () => read('svc_ingest_wire_dropped_total', 'wire="loki"', 'reason="timestamp_too_old"');
    const partial = () => read('svc_ingest_wire_requests_total', 'wire="loki"', 'outcome="partial"');
    const before = [await rejected(), await partial()] as const;
    const [recent, old] = [push(), push(2, 40 * 86_400_000)].map((text) => JSON.parse(text) as { streams: unknown[] });
    const answer = await post(JSON.stringify({ streams: [...(recent?.streams ?? []), ...(old?.streams ?? [])] }));
    assert.equal(answer.status, 204);
    assert.match(
      answer.headers.get('x-svc-rejected') ?? '',
      /^2 of 3 log records were rejected: 2 timestamp_too_old\.$/,
    );
    assert.deepEqual([await rejected(), await partial()], [before[0] + 2, before[1] + 1]);
  });
});
