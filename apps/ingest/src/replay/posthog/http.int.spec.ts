import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { create } from '@bufbuild/protobuf';
import { generateApiKey, hashSecret } from '@svc/auth';
import { MemoryStore } from '@svc/cache';
import { KeyRefusal, KeysResolveResponseSchema } from '@svc/contract';
import type { EventLog } from '@svc/event-log';
import { createLogger } from '@svc/observability';
import { RECORDING_DELETED_CHANNEL } from '@svc/recordings';
import { isNumbered } from '@svc/replay';
import { createCapturePool, type CapturePool } from '../../capture/capture-pool.js';
import { serve } from '../../http/serve.fixture.js';
import { Admission } from '../../receive/admission.js';
import { KeyDirectory } from '../../receive/key-directory.js';
import { RecordedSessions } from '../recorded-sessions.js';
import { click, SessionKeys, snapshot, textChange } from '../recorder.fixture.js';
import { RecordingLog } from '../recording-log.fixture.js';
import { createReplayPool, type ReplayPool } from '../replay-pool.js';
import { ReplayReceiver } from '../replay-receiver.js';
import { postHogRecordingHandler } from './http.js';
import { PostHogReceiver } from './posthog-receiver.js';

const MIB = 1024 * 1024;
const KEY = generateApiKey('publishable').secret;
const refused = { refusal: KeyRefusal.UNKNOWN };

describe('the recording wire of PostHog', () => {
  const admission = new Admission({ maxBytes: 256 * MIB, maxPublishableBytes: 4 * MIB });
  const now = Date.now();
  const sessionKeys = new SessionKeys(() => now);
  const caches: MemoryStore[] = [];
  const stops: (() => Promise<void>)[] = [];
  let log: RecordingLog;
  let pool: ReplayPool;
  let capturePool: CapturePool;
  let url: string;
  let sessions = 0;

  /** A replica of ingestion with a cache of its own, which is that of others once it was lost. @returns its address. */
  const start = async (eventLog: Pick<EventLog, 'append'> = log.eventLog): Promise<string> => {
    const cacheStore = new MemoryStore();
    caches.push(cacheStore);
    const project = { id: '00000000-0000-4000-8000-000000000001', number: 1, retentionDays: 30 };
    const known = { keyId: 'k', scopes: ['analytics:write'], project, publishable: true };
    const keys = new KeyDirectory((sha256) =>
      Promise.resolve(create(KeysResolveResponseSchema, hashSecret(KEY).equals(sha256) ? known : refused)),
    );
    const recorded = new RecordedSessions(sessionKeys.open, cacheStore);
    await recorded.onModuleInit();
    const { cache } = cacheStore;
    const { prepare, translate } = pool;
    const receiver = new ReplayReceiver({
      eventLog: eventLog as EventLog,
      cache,
      prepare,
      sessions: recorded,
      maxExpandedBytes: 16 * MIB,
      hasObjects: true,
      clock: () => now,
    });
    const handler = postHogRecordingHandler({
      keys,
      receiver: new PostHogReceiver({ cache, prepare, translate, receiver }),
      admission,
      findBodyKey: capturePool.findBodyKey,
      maxBodyBytes: 16 * MIB,
      maxExpandedBytes: 16 * MIB,
      logger: createLogger({ service: 'test', level: 'silent' }),
      measure: () => () => undefined,
    });
    const served = await serve(handler);
    stops.push(async () => {
      await served.stop();
      await recorded.onApplicationShutdown();
      await cacheStore.close();
    });
    return `${served.origin}/s/`;
  };

  beforeAll(async () => {
    log = await RecordingLog.open(sessionKeys);
    pool = createReplayPool();
    capturePool = createCapturePool();
    url = await start();
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
    await Promise.all([pool.close(), capturePool.close()]);
    await log.close();
  });
  beforeEach(() => {
    sessions++;
  });

  let attempts = 0;
  /** An event of PostHog; each attempt to send one has another time of sending. */
  const event = (events: readonly object[], more: object = {}) => ({
    event: '$snapshot',
    properties: {
      $session_id: `session-${sessions}`,
      $window_id: 'w',
      distinct_id: 'ada',
      token: KEY,
      $lib: 'web',
      $lib_version: '1.449.2',
      $snapshot_data: events,
      ...more,
    },
    timestamp: new Date(now).toISOString(),
    sent_at: new Date(now + ++attempts).toISOString(),
  });
  const post = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}, to = url) => {
    const answer = await fetch(to, { method: 'POST', headers: { 'content-type': 'text/plain', ...headers }, body });
    const { request_id: _, ...verdict } = (await answer.json()) as Record<string, unknown>;
    return { status: answer.status, ...verdict } as Record<string, unknown> & { status: number };
  };
  const send = (...events: readonly object[]) => post(JSON.stringify(events));
  /** The answer to events that are stored; its member `status` is in the place of that of HTTP. */
  const stored = (accepted: number) => ({ status: 1, accepted });

  /** Sends events and returns what was stored of the last one. */
  const storedOf = async (...events: readonly object[]): Promise<string> => {
    const before = await log.end();
    assert.equal((await send(...events))['accepted'] !== undefined, true);
    const record = (await log.recordsFrom(before)).at(-1) ?? assert.fail('nothing was stored');
    return (await log.eventsOf(record)).join();
  };

  it('stores an event redacted as a chunk without a number, and answers as its SDK expects', async () => {
    const before = await log.end();
    const page = snapshot(now);
    const answer = await send(event([{ type: 4, timestamp: now, data: { href: 'https://shop.example/?q=1' } }, page]));
    assert.deepEqual(answer, stored(2));
    const [record] = await log.recordsFrom(before);
    assert.ok(record && !isNumbered(record.place.seq));
    assert.deepEqual(
      [record.place.windowId, record.distinctId, record.sdk, record.sentAtMs, record.description.urls],
      ['w', 'ada', 'posthog-js 1.449.2', now, ['https://shop.example/?q=[REDACTED]']],
    );
    const text = (await log.eventsOf(record)).join();
    assert.ok(text.includes('Cart') && !text.includes('hunter2secret') && !text.includes('draft'), text);
  });

  it('takes what the SDK sends: compressed by it and by its transport, and as a form', async () => {
    const { data, ...rest } = snapshot(now);
    const packed = { ...rest, cv: '2024-10', data: gzipSync(JSON.stringify(data)).toString('latin1') };
    assert.match(await storedOf(event([packed])), /"textContent":"Cart"/);
    const body = gzipSync(JSON.stringify([event([click(now + 1)])]));
    assert.deepEqual(await post(new Uint8Array(body), {}, `${url}?ip=0&compression=gzip-js`), stored(1));
    const form = `data=${encodeURIComponent(btoa(JSON.stringify([event([click(now + 2)])])))}`;
    assert.deepEqual(await post(form, { 'content-type': 'application/x-www-form-urlencoded' }), stored(1));
  });

  it('gives a retry the same answer and stores it once, also if the SDK divides its request', async () => {
    const events = [[snapshot(now)], [click(now + 5), click(now + 6)], [click(now + 9)]];
    const before = await log.end();
    const first = await send(...events.map((each) => event(each)));
    assert.deepEqual(first, stored(4));
    assert.deepEqual(await send(...events.map((each) => event(each))), first);
    assert.deepEqual(await send(event(events[0] ?? [])), stored(1));
    assert.deepEqual(await send(...events.slice(1).map((each) => event(each))), stored(3));
    assert.equal((await log.end()) - before, 3);
    const seqs = (await log.recordsFrom(before)).map(({ place }) => place.seq);
    assert.deepEqual(
      seqs,
      seqs.toSorted((a, b) => a - b),
    );
  });

  it('stores a request once that is sent several times at the same time', async () => {
    const before = await log.end();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(event([snapshot(now)]))));
    assert.deepEqual(new Set(answers.map((answer) => JSON.stringify(answer))), new Set([JSON.stringify(stored(1))]));
    const records = await log.recordsFrom(before);
    assert.equal(new Set(records.map(({ place }) => place.seq)).size, 1, 'the sink recognizes what was logged twice');
  });

  it('stores chunks that begin in the same millisecond beside each other', async () => {
    const before = await log.end();
    const parts = [snapshot(now), snapshot(now, 'Other'), click(now)].map((each) => event([each]));
    assert.deepEqual(await send(...parts), stored(3));
    await Promise.all(Array.from({ length: 5 }, (_, index) => send(event([click(now), click(now + index)]))));
    const records = await log.recordsFrom(before);
    assert.equal(new Set(records.map(({ place }) => place.seq)).size, 8);
    const full = Array.from({ length: 20 }, (_, index) => event([textChange(now, 3, `a${index}`)]));
    const { errors, ...rest } = await send(...full);
    assert.deepEqual(rest, { ...stored(8), rejected: 12 });
    const message = '[8].properties.$snapshot_data: too many chunks of the window begin at the same time';
    assert.deepEqual((errors as unknown[])[0], { index: 8, code: 'invalid_request', message });
  });

  it('stores the other events of a request of which some are refused, and says which and why', async () => {
    const before = await log.end();
    const wrong = event([{ type: 'x' }]);
    const { errors, ...rest } = await send(event([snapshot(now)]), wrong, event([click(now + 1)]));
    assert.deepEqual(rest, { ...stored(2), rejected: 1 });
    assert.equal((await log.end()) - before, 2);
    const [error] = errors as { index: number; code: string; message: string }[];
    assert.deepEqual([error?.index, error?.code], [1, 'invalid_request']);
    assert.match(error?.message ?? '', /^\[1\]\.properties\.\$snapshot_data\[0\]/);
    const refused = await send(wrong, wrong);
    assert.deepEqual([refused.status, refused['error']], [400, 'invalid_request']);
    assert.match(String(refused['message']), /^\[0\]/, 'the first one');
    assert.equal(await log.end(), before + 2);
  });

  it('keeps the windows of a request apart', async () => {
    const before = await log.end();
    const other = { $window_id: 'v' };
    const change = textChange(now + 1, 3, 'Heading');
    await send(event([snapshot(now)]), event([change], other), event([change]));
    const [, unknown, known] = await log.recordsFrom(before);
    assert.ok(unknown && known);
    assert.equal(unknown.place.windowId, 'v');
    assert.match((await log.eventsOf(unknown)).join(), /"value":"\*{6}"/);
    assert.match((await log.eventsOf(known)).join(), /"value":"Heading"/);
  });

  it('knows which texts are typed from the chunks before', async () => {
    await send(event([snapshot(now)]));
    const texts = await storedOf(
      event([textChange(now + 1, 6, 'letter by letter'), textChange(now + 1, 3, 'Heading')]),
    );
    assert.ok(texts.includes('******') && texts.includes('Heading'), texts);
  });

  it('masks what could be typed after a chunk that was overtaken, until the next full snapshot, and loses nothing', async () => {
    await send(event([snapshot(now)]));
    const add = {
      parentId: 2,
      nextId: null,
      node: { type: 2, id: 9, tagName: 'textarea', attributes: {}, childNodes: [] },
    };
    const late = {
      type: 3,
      timestamp: now + 1,
      data: { source: 0, texts: [], attributes: [], removes: [], adds: [add] },
    };
    const secret = 'letter by letter';
    // The text is below the element that the late chunk adds.
    assert.ok(!(await storedOf(event([textChange(now + 2, 9, secret)]))).includes(secret));
    assert.match(await storedOf(event([late])), /textarea/);
    assert.ok(!(await storedOf(event([textChange(now + 3, 9, secret)]))).includes(secret));
    assert.ok(!(await storedOf(event([textChange(now + 4, 3, 'Heading')]))).includes('Heading'), 'nothing is known');
    await send(event([snapshot(now + 5)]));
    assert.match(await storedOf(event([textChange(now + 6, 3, 'Heading')])), /Heading/);
  });

  it('loses and repeats nothing when the cache is lost, and masks until the next full snapshot', async () => {
    const before = await log.end();
    await send(event([snapshot(now)]), event([click(now + 1)]));
    const other = await start();
    const repeat = JSON.stringify([event([snapshot(now)]), event([click(now + 1)])]);
    assert.deepEqual(await post(repeat, {}, other), stored(2));
    assert.deepEqual(await post(JSON.stringify(event([textChange(now + 2, 3, 'Heading')])), {}, other), stored(1));
    const records = await log.recordsFrom(before);
    const places = records.map(({ place }) => place.seq);
    // What is logged again has the place, and so the hash, of what was logged before, by which the sink recognizes it.
    assert.deepEqual(places.slice(0, 2), places.slice(2, 4));
    assert.equal(new Set(places).size, 3);
    const last = event([textChange(now + 3, 3, 'Heading')]);
    const third = await start();
    const from = await log.end();
    await post(JSON.stringify(last), {}, third);
    const [strict] = await log.recordsFrom(from);
    assert.ok(strict && !(await log.eventsOf(strict)).join().includes('Heading'));
  });

  it('gives a snapshot another place than the chunk of its millisecond that was stored before the cache was lost', async () => {
    const before = await log.end();
    const meta = { type: 4, timestamp: now, data: { href: 'https://shop.example/', width: 1, height: 1 } };
    await send(event([meta]));
    const other = await start();
    assert.deepEqual(await post(JSON.stringify([event([snapshot(now)])]), {}, other), stored(1));
    const [first, second] = await log.recordsFrom(before);
    assert.ok(first && second && second.place.seq > first.place.seq);
  });

  it('repeats nothing of a request of which a part was stored before the log failed', async () => {
    let appended = 0;
    const failing = await start({
      append: (...chunk) =>
        ++appended === 2 ? Promise.reject(new Error('the disk is full')) : log.eventLog.append(...chunk),
    });
    const before = await log.end();
    const request = () => JSON.stringify([event([snapshot(now)]), event([click(now + 1)])]);
    assert.equal((await post(request(), {}, failing)).status, 500);
    assert.deepEqual(await post(request(), {}, failing), stored(2));
    assert.equal((await log.end()) - before, 2);
  });

  it('tells the SDK to pause once nothing of the session is stored any more', async () => {
    await send(event([snapshot(now)]));
    sessionKeys.delete(1, `session-${sessions}`);
    for (const { pubSub } of caches) await pubSub.publish(RECORDING_DELETED_CHANNEL, `1/session-${sessions}`);
    const before = await log.end();
    assert.deepEqual(await send(event([click(now + 1)])), { ...stored(0), quota_limited: ['recordings'] });
    assert.equal(await log.end(), before);
  });

  it('is unavailable, which the SDK repeats, while too many bytes of senders that are not known are in flight', async () => {
    const held = admission.open();
    held.grow(256 * MIB);
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify([event([snapshot(now)])]) });
    held.release();
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1']);
    assert.deepEqual(await send(event([snapshot(now)])), stored(1));
  });

  it.each<[what: string, status: number, body: (key: string) => string]>([
    ['without a key', 401, () => JSON.stringify([event([snapshot(now)], { token: undefined })])],
    ['with a wrong key', 401, () => JSON.stringify([event([snapshot(now)], { token: 'wrong' })])],
    ['that is no JSON', 400, () => '{'],
    ['with another event', 400, (key) => JSON.stringify({ api_key: key, event: 'paid' })],
    ['without a session', 400, () => JSON.stringify([event([snapshot(now)], { $session_id: undefined })])],
    ['with a chunk that is none', 400, () => JSON.stringify([event([{ type: 'x' }])])],
    ['with a bomb', 413, (key) => `{"api_key":"${key}","a":"${' '.repeat(17 * MIB)}"}`],
    [
      'with members that are nested deeply',
      400,
      (key) => `{"api_key":"${key}","a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
    ],
  ])('refuses a request %s', async (_, status, body) => {
    const answer = await post(new Uint8Array(gzipSync(body(KEY))));
    assert.equal(answer.status, status, JSON.stringify(answer));
    assert.equal(typeof answer['error'], 'string');
    assert.equal(admission.reservedBytes, 0);
  });

  it('answers preflights of pages, and other methods with those that it has', async () => {
    const preflight = await fetch(url, { method: 'OPTIONS' });
    assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*']);
    const read = await fetch(url);
    assert.deepEqual([read.status, read.headers.get('allow')], [405, 'POST, OPTIONS']);
  });
});
