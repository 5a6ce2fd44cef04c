import assert from 'node:assert/strict';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { generateApiKey } from '@svc/auth';
import { MemoryStore } from '@svc/cache';
import { KeysResolveResponseSchema, type ReplayRedactionSchema } from '@svc/contract';
import { createLogger } from '@svc/observability';
import { RECORDING_DELETED_CHANNEL } from '@svc/recordings';
import { serve, type Served } from '../http/serve.fixture.js';
import { Admission } from '../receive/admission.js';
import { KeyDirectory } from '../receive/key-directory.js';
import { replayHttpHandler } from './http.js';
import { NEW_SESSIONS, RecordedSessions } from './recorded-sessions.js';
import { chunk, click, SessionKeys, snapshot, textChange } from './recorder.fixture.js';
import { RecordingLog } from './recording-log.fixture.js';
import { createReplayPool, type ReplayPool } from './replay-pool.js';
import { ReplayReceiver } from './replay-receiver.js';

const MIB = 1024 * 1024;
const MINUTE = 60_000;
const PUBLISHABLE = generateApiKey('publishable').secret;

describe('recordings over HTTP', () => {
  const admission = new Admission({ maxBytes: 256 * MIB, maxPublishableBytes: 4 * MIB });
  const caches = new MemoryStore();
  const now = Date.now();
  let aheadMs = 0;
  const clock = (): number => now + aheadMs;
  const sessionKeys = new SessionKeys(clock);
  let log: RecordingLog;
  let pool: ReplayPool;
  let recorded: RecordedSessions;
  let url: string;
  let served: Served;
  let sessions = 0;
  let replayRedaction: MessageInitShape<typeof ReplayRedactionSchema>;
  let keys: KeyDirectory;

  beforeAll(async () => {
    log = await RecordingLog.open(sessionKeys);
    pool = createReplayPool();
    const project = { id: '00000000-0000-4000-8000-000000000001', number: 1, retentionDays: 30 };
    keys = new KeyDirectory(() => {
      const key = { keyId: 'k', scopes: ['analytics:write'], project, publishable: true, replayRedaction };
      return Promise.resolve(create(KeysResolveResponseSchema, key));
    });
    const logger = createLogger({ service: 'test', level: 'silent' });
    recorded = new RecordedSessions(sessionKeys.open, caches);
    await recorded.onModuleInit();
    const receiver = new ReplayReceiver({
      eventLog: log.eventLog,
      cache: caches.cache,
      prepare: pool.prepare,
      sessions: recorded,
      maxExpandedBytes: 16 * MIB,
      hasObjects: true,
      clock,
    });
    const measure = () => () => undefined;
    const handler = replayHttpHandler({ keys, receiver, admission, maxBodyBytes: 16 * MIB, logger, measure });
    served = await serve(handler);
    url = `${served.origin}/api/v1/replay`;
  });
  afterAll(async () => {
    await served.stop();
    await recorded.onApplicationShutdown();
    await pool.close();
    await log.close();
    await caches.close();
  });
  beforeEach(() => {
    aheadMs = 0;
    sessions++;
    replayRedaction = {};
    keys.clear();
  });

  const session = () => `session-${sessions}`;
  const bodyOf = (more: object): string => JSON.stringify(chunk({ session_id: session(), ...more }));
  const post = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}, query = '') => {
    const answer = await fetch(url + query, {
      method: 'POST',
      headers: { ...(query === '' && { 'x-svc-api-key': 'k' }), ...headers },
      body,
    });
    const { request_id: _, ...verdict } = (await answer.json()) as Record<string, unknown>;
    return { status: answer.status, ...verdict } as Record<string, unknown> & { status: number };
  };
  const send = (more: object) => post(bodyOf(more));

  /** The newest record in the log, and its events. */
  const newest = async () => {
    const [record] = await log.recordsFrom((await log.end()) - 1);
    assert.ok(record);
    return { record, events: await log.eventsOf(record) };
  };

  it('stores a chunk redacted and encrypted, and says what it replaced', async () => {
    const answer = await send({ events: [snapshot(now), textChange(now + 5, 3, 'Mail joe@example.org')] });
    const masked = { text: 1, input: 2, url: 1 };
    assert.deepEqual(answer, { status: 200, accepted: 2, masked, need_snapshot: false });
    const { record, events } = await newest();
    assert.deepEqual(record.description.urls, ['https://shop.example/cart?token=[REDACTED]']);
    assert.match(events[0] ?? '', /"textContent":"Cart".*"value":"\*{6}".*"textContent":"\*{6}"/);
    assert.match(events[1] ?? '', /"value":"Mail \[REDACTED\]"/);
  });

  it('answers a retry with the same bytes as before and stores nothing, and refuses other bytes in its place', async () => {
    const body = bodyOf({ events: [snapshot(now)] });
    const first = await post(body);
    const before = await log.end();
    assert.deepEqual(await post(body), first);
    assert.deepEqual(await post(gzipSync(body), { 'content-encoding': 'gzip' }), first);
    const other = await send({ events: [snapshot(now, 'Other')] });
    assert.deepEqual([other.status, other['error']], [409, 'idempotency_conflict']);
    assert.equal(await log.end(), before);
  });

  it('reads gzip, zstd and brotli, and gzip without a header as beacons send it', async () => {
    const encodings = { gzip: gzipSync, zstd: zstdCompressSync, br: brotliCompressSync };
    let seq = 0;
    for (const [encoding, compress] of Object.entries(encodings)) {
      const body = compress(bodyOf({ seq: seq++, events: [snapshot(now)] }));
      assert.equal((await post(new Uint8Array(body), { 'content-encoding': encoding })).status, 200, encoding);
    }
    assert.equal((await post(gzipSync(bodyOf({ seq, events: [snapshot(now)] })))).status, 200);
  });

  it('takes a publishable key in the URL of a beacon, and no secret one', async () => {
    const headers = { 'content-type': 'text/plain' };
    assert.equal((await post(bodyOf({ events: [snapshot(now)] }), headers, `?key=${PUBLISHABLE}`)).status, 200);
    assert.equal((await post(bodyOf({ events: [snapshot(now)] }), headers, '?key=svc_secret')).status, 401);
  });

  it('knows which texts are typed from the chunks before, in the order of their numbers', async () => {
    await send({ events: [snapshot(now)] });
    await send({ seq: 1, events: [textChange(now + 1, 6, 'letter by letter'), textChange(now + 1, 3, 'Heading')] });
    const { events } = await newest();
    assert.ok(events[0]?.includes('******') && events[1]?.includes('Heading'), events.join());
  });

  it('masks every text after a chunk that is missing, and asks for a full snapshot until one comes', async () => {
    await send({ events: [snapshot(now)] });
    const late = await send({ seq: 2, events: [textChange(now + 1, 3, 'Heading')] });
    assert.equal(late['need_snapshot'], true);
    assert.ok((await newest()).events[0]?.includes('******'));
    assert.equal((await send({ seq: 3, events: [click(now + 2)] }))['need_snapshot'], true);
    assert.equal((await send({ seq: 4, events: [snapshot(now + 3)] }))['need_snapshot'], false);
    assert.equal((await send({ seq: 5, events: [click(now + 4)] }))['need_snapshot'], false);
  });

  it('keeps what the project allows, over chunks, until it is taken back', async () => {
    replayRedaction = { queryNames: ['token', 'tab'], unmaskedFields: ['q'], canvas: true };
    const field = (attributes: object) => ({
      type: 2,
      timestamp: now,
      data: { node: { type: 2, id: 4, tagName: 'input', attributes: { name: 'q', ...attributes }, childNodes: [] } },
    });
    const typed = async (seq: number, text: string) => {
      const drawn = { source: 9, id: 2, type: 0, commands: [{ property: 'fillRect', args: [1] }] };
      const events = [{ source: 5, id: 4, text, isChecked: false }, drawn].map((data) => ({
        type: 3,
        timestamp: now,
        data,
      }));
      await send({ seq, events, url: `/a?tab=${text}` });
      const { record, events: stored } = await newest();
      const [input, canvas] = stored.map(
        (event) => JSON.parse(event) as { data: { text: string; commands: unknown[] } },
      );
      return [input?.data.text, record.description.urls, canvas?.data.commands.length];
    };
    await send({ events: [field({})] });
    assert.deepEqual(await typed(1, 'red'), ['red', ['/a?tab=red'], 1]);
    assert.deepEqual(await typed(2, '4111111111111111'), ['******', ['/a?tab=[REDACTED]'], 1]);
    replayRedaction = {};
    keys.clear();
    assert.deepEqual(await typed(3, 'red'), ['******', ['/a?tab=[REDACTED]'], 0]);
    replayRedaction = { unmaskedFields: ['q'] };
    keys.clear();
    await send({ seq: 4, events: [field({ type: 'password' })] });
    await send({ seq: 6, events: [field({ type: 'text' })] });
    assert.equal((await typed(7, 'hunter'))[0], '******', 'it was a password before a chunk that is missing');
  });

  it('corrects the clock of a window once, from the chunk that is received first', async () => {
    const sentAt = (behindMs: number) => new Date(now - behindMs).toISOString();
    const shiftAfter = async (seq: number, behindMs: number) => {
      await send({ seq, sent_at: sentAt(behindMs), events: [snapshot(now - behindMs)] });
      return (await newest()).record.clockShiftMs;
    };
    assert.equal(await shiftAfter(1, 62 * MINUTE), 60 * MINUTE);
    assert.equal(await shiftAfter(2, 0), 60 * MINUTE, 'a clock that was set right changes nothing');
    assert.equal(await shiftAfter(0, 95 * MINUTE), 60 * MINUTE, 'a chunk that waited changes nothing');
  });

  it('decides one shift for a window whose first chunks arrive at the same time', async () => {
    const before = await log.end();
    const behindMinutes = [0, 30, 60, 90];
    await Promise.all(
      behindMinutes.map((minutes, seq) =>
        send({ seq, sent_at: new Date(now - minutes * MINUTE).toISOString(), events: [snapshot(now)] }),
      ),
    );
    const shifts = (await log.recordsFrom(before)).map(({ clockShiftMs }) => clockShiftMs);
    assert.equal(shifts.length, behindMinutes.length);
    assert.equal(new Set(shifts).size, 1, shifts.join());
  });

  it('closes a session that was deleted, that is older than a day, or in which nobody is active', async () => {
    await send({ events: [snapshot(now), click(now)] });
    aheadMs = 29 * MINUTE;
    assert.equal((await send({ seq: 1, events: [click(now)] }))['closed'], undefined);
    aheadMs = 58 * MINUTE;
    assert.equal((await send({ seq: 2, events: [textChange(now, 3, 'a')] }))['closed'], undefined);
    aheadMs = 60 * MINUTE;
    const idle = await send({ seq: 3, events: [textChange(now, 3, 'b')] });
    assert.deepEqual(idle, { status: 200, accepted: 0, masked: {}, need_snapshot: false, closed: 'ended' });

    sessions++;
    aheadMs = 0;
    await send({ events: [snapshot(now)] });
    aheadMs = 25 * 60 * MINUTE;
    assert.equal((await send({ seq: 1, events: [click(now)] }))['closed'], 'ended');

    sessions++;
    aheadMs = 0;
    await send({ events: [snapshot(now)] });
    sessionKeys.delete(1, session());
    await caches.pubSub.publish(RECORDING_DELETED_CHANNEL, `1/${session()}`);
    const before = await log.end();
    assert.equal((await send({ seq: 1, events: [snapshot(now)] }))['closed'], 'deleted');
    assert.equal(await log.end(), before);
  });

  it.each([0, 60])(
    'takes chunks that waited while the person went on, if the clock is %d minutes behind',
    async (behind) => {
      const closedBy = async (seq: number, minutes: number, event: object) => {
        const sent_at = new Date(now + (minutes - behind) * MINUTE).toISOString();
        return (await send({ seq, sent_at, events: [event] }))['closed'];
      };
      assert.equal(await closedBy(0, 0, snapshot(now)), undefined);
      aheadMs = 40 * MINUTE;
      assert.equal(await closedBy(1, 31, textChange(now, 3, 'a')), 'ended', 'made 31 minutes after the last activity');
      assert.equal(await closedBy(2, 15, click(now)), undefined);
      assert.equal(await closedBy(3, 20, click(now)), undefined);
      assert.equal(await closedBy(4, 10, click(now)), undefined, 'an older chunk of the same queue');
      assert.equal(await closedBy(5, 40, textChange(now, 3, 'b')), undefined);
      aheadMs = 51 * MINUTE;
      assert.equal(await closedBy(6, 51, click(now)), 'ended', 'its activity counts when it was made, not received');
      assert.equal(await closedBy(7, 45, click(now)), undefined);
      assert.equal(await closedBy(8, 300, click(now)), undefined, 'a chunk is not made after its receipt');
      aheadMs = 82 * MINUTE;
      assert.equal(await closedBy(9, 82, click(now)), 'ended');
    },
  );

  it('finds the place of a chunk wherever its fields stand', async () => {
    const { session_id, window_id, seq, ...rest } = chunk({ events: [snapshot(now)], padding: 'x'.repeat(100_000) });
    const body = JSON.stringify({ ...rest, session_id: `${session_id}-late`, window_id, seq });
    assert.deepEqual((await post(body))['accepted'], 1);
    assert.equal((await newest()).record.place.sessionId, 's1-late');
    const before = await log.end();
    assert.deepEqual((await post(body))['accepted'], 1, 'its retry is recognized as well');
    assert.equal(await log.end(), before);
  });

  it('names the field of a malformed chunk, and keeps nothing of it', async () => {
    const before = await log.end();
    const events = [snapshot(now)];
    for (const [field, more] of Object.entries({
      session_id: { session_id: '', events },
      window_id: { window_id: 7, events },
      distinct_id: { distinct_id: null, events },
      seq: { seq: -1, events },
      sent_at: { sent_at: 'yesterday', events },
      events: { events: [] },
      'events[0].timestamp': { events: [{ type: 4, timestamp: 'now', data: {} }] },
      'events[1]': { events: [snapshot(now), 'v0'] },
    })) {
      const { status, error, message } = await send(more);
      assert.deepEqual([status, error], [400, 'invalid_request'], field);
      assert.ok(String(message).startsWith(`${field}: `), `${field}: ${String(message)}`);
      assert.doesNotMatch(String(message), /yesterday|now|v0/);
    }
    assert.equal((await post('{"session_id":')).status, 400);
    assert.equal(await log.end(), before);
  });

  it('refuses a page with too many nodes and a bomb with the reason', async () => {
    const nodes = Array.from({ length: 200_001 }, (_, index) => ({ type: 3, id: index + 2, textContent: '' }));
    const page = { type: 2, timestamp: now, data: { node: { type: 0, id: 1, childNodes: nodes } } };
    const large = await post(gzipSync(bodyOf({ events: [page] })));
    assert.deepEqual([large.status, large['message']], [413, 'events: the recorded page has more than 200000 nodes']);
    const bomb = gzipSync(bodyOf({ events: [snapshot(now, 'x'.repeat(17 * MIB))] }));
    assert.equal((await post(bomb, { 'content-encoding': 'gzip' })).status, 413);
    assert.equal(admission.reservedBytes, 0);
  });

  it('limits the sessions that a project and a publishable key begin', async () => {
    const ofProject = { ...NEW_SESSIONS.ofProject, name: 'four', points: 4 };
    const ofKey = { ...NEW_SESSIONS.ofKey, name: 'two', points: 2 };
    const limited = new RecordedSessions(sessionKeys.open, caches, { ofProject, ofKey });
    const open = (sessionId: string, publishableKeyId?: string, isNew = true) =>
      limited.open({ projectNumber: 9, sessionId, retentionDays: 30 }, { isNew, publishableKeyId });
    for (const id of ['a', 'b', 'a']) await open(id, 'page');
    for (const id of ['c', 'd', 'e']) await assert.rejects(open(id, 'page'), { code: 'rate_limited' });
    await open('f', 'page', false);
    for (const id of ['h', 'i']) await open(id, 'other page');
    await assert.rejects(open('j'), { code: 'rate_limited' });
    await open('g', undefined, false);
  });
});
