import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { create } from '@bufbuild/protobuf';
import { MemoryStore, type RateLimiter } from '@svc/cache';
import { decodeRecord } from '@svc/capture';
import { KeysResolveResponseSchema } from '@svc/contract';
import { TOPICS, type EventLog } from '@svc/event-log';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { createLogger } from '@svc/observability';
import { serve, type Served } from '../http/serve.fixture.js';
import { Admission } from '../receive/admission.js';
import { KeyDirectory } from '../receive/key-directory.js';
import { Quota } from '../receive/quota.js';
import { createCapturePool, type CapturePool } from './capture-pool.js';
import { CaptureReceiver } from './capture-receiver.js';
import { captureHttpHandler } from './http.js';

const MIB = 1024 * 1024;

describe('event capture over HTTP', () => {
  const admission = new Admission(64 * MIB);
  const caches = new MemoryStore();
  let directory: string;
  let eventLog: LmdbEventLog;
  let pool: CapturePool;
  let url: string;
  let served: Served;
  let broken = false;
  const unlimited: RateLimiter = {
    reset: () => Promise.resolve(),
    consume: () => Promise.resolve({ allowed: true, remaining: 1, resetSeconds: 1 }),
  };
  let quota = unlimited;

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'capture-'));
    eventLog = await LmdbEventLog.open({ directory, partitions: 1 });
    pool = createCapturePool();
    const project = { id: '00000000-0000-4000-8000-000000000001', number: 1, retentionDays: 30 };
    const keys = new KeyDirectory(() =>
      Promise.resolve(create(KeysResolveResponseSchema, { keyId: 'k', scopes: ['analytics:write'], project })),
    );
    const log = { append: (...record) => (broken ? closed.append(...record) : eventLog.append(...record)) } as Pick<
      EventLog,
      'append'
    >;
    const receiver = new CaptureReceiver({
      eventLog: log as EventLog,
      cache: caches.cache,
      prepare: pool.prepare,
      quota: new Quota(1, () => ({
        reset: (project) => quota.reset(project),
        consume: (project, bytes) => quota.consume(project, bytes),
      })),
      maxExpandedBytes: 20 * MIB,
    });
    const handler = captureHttpHandler({
      keys,
      receiver,
      admission,
      findBodyKey: pool.findBodyKey,
      maxBodyBytes: 5 * MIB,
      logger: createLogger({ service: 'test', level: 'silent' }),
      measure: () => () => undefined,
    });
    served = await serve((request, response) => handler(request, response));
    url = `${served.origin}/api/v1/capture`;
    const closed = await LmdbEventLog.open({ directory: path.join(directory, 'closed'), partitions: 1 });
    await closed.close();
  });
  afterAll(async () => {
    await served.stop();
    await pool.close();
    await eventLog.close();
    await caches.close();
    await rm(directory, { recursive: true, force: true });
  });

  const post = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, { method: 'POST', headers: { 'x-svc-api-key': 'k', ...headers }, body });
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: (await answer.json()) as Record<string, unknown>,
    };
  };
  const event = { event: 'paid', distinct_id: 'ada', properties: { mail: 'ada@example.com' } };

  /** The events of the newest record in the log. */
  const newest = async () => {
    const [position] = await eventLog.positions(TOPICS.capture);
    const from = new Map([[0, (position?.endOffset ?? 1) - 1]]);
    for await (const { records } of eventLog.follow({ topic: TOPICS.capture, from, signal: AbortSignal.timeout(5000) }))
      return decodeRecord(records.at(-1)?.value ?? new Uint8Array());
    return [];
  };

  it('responds once the accepted events are in the log, with personal data redacted', async () => {
    const { status, body } = await post(JSON.stringify({ events: [event, {}] }));
    assert.equal(status, 200);
    const { request_id, ...verdict } = body;
    assert.deepEqual(verdict, {
      accepted: 1,
      rejected: 1,
      errors: [{ index: 1, code: 'missing_field', message: 'event: is required and must not be empty' }],
    });
    assert.match(String(request_id), /^[0-9a-f-]{36}$/);
    assert.deepEqual(
      (await newest()).map(({ properties }) => properties),
      ['{"mail":"[REDACTED]"}'],
    );
  });

  it('parses large requests in a thread with the same results and errors', async () => {
    const events = Array.from({ length: 1000 }, (_, index) => (index === 500 ? { ...event, distinct_id: '' } : event));
    const { body } = await post(new Uint8Array(gzipSync(JSON.stringify({ events }))), { 'content-encoding': 'gzip' });
    assert.deepEqual([body['accepted'], body['rejected']], [999, 1]);
    assert.equal((await newest()).length, 999);
    const refused = await post(`{"events":[${'x'.repeat(100_000)}]}`);
    assert.deepEqual([refused.status, refused.body['error']], [400, 'invalid_request']);
  });

  it('responds with 503 with Retry-After when the log cannot be written', async () => {
    broken = true;
    const { status, retryAfter, body } = await post(JSON.stringify({ events: [event] }));
    broken = false;
    assert.deepEqual([status, retryAfter, body['error']], [503, '1', 'unavailable']);
  });

  it('responds with 429 and Retry-After when the quota of the project is used up, and stores nothing of the request', async () => {
    const before = await eventLog.positions(TOPICS.capture);
    quota = caches.rateLimiter({ name: 'quota', points: 500, windowSeconds: 60 });
    const small = { events: [{ ...event, properties: { filler: 'x'.repeat(100) } }] };
    const body = gzipSync(JSON.stringify({ events: [{ ...event, properties: { filler: 'x'.repeat(600) } }] }));
    try {
      assert.equal((await post(JSON.stringify(small))).status, 200);
      const refused = await post(body, { 'content-encoding': 'gzip' });
      assert.deepEqual(
        [refused.status, refused.body['error']],
        [429, 'rate_limited'],
        'the quota counts decompressed bytes',
      );
      assert.ok(Number(refused.retryAfter) >= 1 && Number(refused.retryAfter) <= 60);
    } finally {
      quota = unlimited;
    }
    assert.equal((await post(body, { 'content-encoding': 'gzip' })).status, 200);
    const [was, is] = [before[0], (await eventLog.positions(TOPICS.capture))[0]];
    assert.equal((is?.endOffset ?? 0) - (was?.endOffset ?? 0), 2);
  });

  it('responds with 429 and Retry-After when too many bytes are in flight, and releases its reservation', async () => {
    const held = admission.open();
    held.grow(64 * MIB);
    const { status, retryAfter, body } = await post(JSON.stringify({ events: [event] }));
    held.release();
    assert.deepEqual([status, retryAfter, body['error']], [429, '1', 'concurrency_limited']);
    assert.equal((await post(JSON.stringify({ events: [event] }))).status, 200);
    assert.equal(admission.reservedBytes, 0);
  });
});
