import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { create } from '@bufbuild/protobuf';
import { generateApiKey } from '@svc/auth';
import { MemoryStore, type Cache } from '@svc/cache';
import { KeysResolveResponseSchema } from '@svc/contract';
import { createLogger } from '@svc/observability';
import { transcodeJson } from '@svc/otlp';
import { RECORDING_DELETED_CHANNEL } from '@svc/recordings';
import { serve, type Served } from '../../http/serve.fixture.js';
import { Admission } from '../../receive/admission.js';
import { KeyDirectory } from '../../receive/key-directory.js';
import { RecordedSessions } from '../recorded-sessions.js';
import { click, SessionKeys, snapshot, textChange } from '../recorder.fixture.js';
import { RecordingLog } from '../recording-log.fixture.js';
import { createReplayPool, type ReplayPool } from '../replay-pool.js';
import { ReplayReceiver } from '../replay-receiver.js';
import { replayLogsHttpHandler } from './http.js';
import { createSlicesPool, type SlicesPool } from './slices-pool.js';
import { SlicesReceiver } from './slices-receiver.js';

const MIB = 1024 * 1024;
const { secret: KEY } = generateApiKey('publishable');

interface Slice {
  readonly event: number;
  readonly index?: number;
  readonly total?: number;
  readonly text: string;
}

/** The slices of an event, of about equal length. */
const cut = (event: number, content: object, total = 1): Slice[] => {
  const text = JSON.stringify(content);
  const length = Math.ceil(text.length / total);
  return Array.from({ length: total }, (_, at) => ({
    event,
    index: at + 1,
    total,
    text: text.slice(at * length, (at + 1) * length),
  }));
};

describe('slices of events in log records over HTTP', () => {
  const admission = new Admission({ maxBytes: 256 * MIB, maxPublishableBytes: 4 * MIB });
  const now = Date.now();
  let aheadMs = 0;
  const clock = (): number => now + aheadMs;
  const caches = new MemoryStore({ now: clock });
  /** All that was ever given to the shared cache. */
  const cached: string[] = [];
  /** The turn of the event loop in which each slice was kept. */
  const keptInTurn: number[] = [];
  let turn = 0;
  const cache: Cache = new Proxy(caches.cache, {
    get(target, name: keyof Cache) {
      return (...values: never[]): unknown => {
        cached.push(...values.map(String));
        if (name === 'add' && String(values[0]).startsWith('replay:slice:')) keptInTurn.push(turn);
        return Reflect.apply(target[name], target, values);
      };
    },
  });
  const sessionKeys = new SessionKeys(clock);
  let log: RecordingLog;
  let pool: ReplayPool;
  let slicesPool: SlicesPool;
  let recorded: RecordedSessions;
  let url: string;
  let served: Served;
  let sessions = 0;

  beforeAll(async () => {
    log = await RecordingLog.open(sessionKeys);
    pool = createReplayPool();
    slicesPool = createSlicesPool();
    const project = { id: '00000000-0000-4000-8000-000000000001', number: 1, retentionDays: 30 };
    const keys = new KeyDirectory(() =>
      Promise.resolve(
        create(KeysResolveResponseSchema, { keyId: 'k', scopes: ['analytics:write'], project, publishable: true }),
      ),
    );
    recorded = new RecordedSessions(sessionKeys.open, caches);
    await recorded.onModuleInit();
    const maxExpandedBytes = 16 * MIB;
    const chunks = new ReplayReceiver({
      eventLog: log.eventLog,
      cache,
      prepare: pool.prepare,
      sessions: recorded,
      maxExpandedBytes,
      hasObjects: true,
      clock,
    });
    const receiver = new SlicesReceiver({
      receiver: chunks,
      prepare: slicesPool.prepare,
      cache,
      maxExpandedBytes,
      clock,
    });
    const logger = createLogger({ service: 'test', level: 'silent' });
    const measure = () => () => undefined;
    const handler = replayLogsHttpHandler({ keys, receiver, admission, maxBodyBytes: 16 * MIB, logger, measure });
    served = await serve(handler);
    url = `${served.origin}/replay/v1/logs`;
  });
  afterAll(async () => {
    await served.stop();
    await recorded.onApplicationShutdown();
    await Promise.all([pool.close(), slicesPool.close()]);
    await log.close();
    await caches.close();
  });
  beforeEach(() => {
    aheadMs = 0;
    sessions++;
    cached.length = 0;
    keptInTurn.length = 0;
  });

  const session = () => `session-${sessions}`;
  const requestOf = (slices: readonly Slice[], timeMs = clock()): Buffer => {
    const attributes = (values: object) =>
      Object.entries(values).map(([key, value]) => ({ key, value: value as object }));
    const logRecords = slices.map(({ event, index = 1, total = 1, text }) => ({
      timeUnixNano: `${timeMs}000000`,
      body: { stringValue: text },
      attributes: attributes({
        'rr-web.offset': { doubleValue: 7 },
        'rr-web.event': { doubleValue: event },
        'rr-web.chunk': { doubleValue: index },
        'rr-web.total-chunks': { doubleValue: total },
      }),
    }));
    const resource = {
      attributes: attributes({
        'rum.sessionId': { stringValue: session() },
        'rum.scriptInstance': { stringValue: 'page' },
        'service.version': { stringValue: 'web@1' },
      }),
    };
    const scope = { name: 'rum.rr-web', version: '4.0.0' };
    return Buffer.from(JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }] }));
  };
  const JSON_TYPE = { 'content-type': 'application/json' };
  const post = async (body: Uint8Array, headers: Record<string, string> = JSON_TYPE) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: KEY, ...headers },
      body: new Uint8Array(body),
    });
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
  };
  /** Sends slices. @returns the partial success, or the refusal; undefined if all is well. */
  const send = async (slices: readonly Slice[], timeMs?: number): Promise<unknown> => {
    const { status, body } = await post(gzipSync(requestOf(slices, timeMs)), {
      ...JSON_TYPE,
      'content-encoding': 'gzip',
    });
    const answer = JSON.parse(body.toString()) as { partialSuccess?: unknown };
    return status === 200 ? answer.partialSuccess : { status, ...answer };
  };
  const rejected = (count: number, why: string) => ({
    rejectedLogRecords: String(count),
    errorMessage: `${count} log records were rejected: ${why}.`,
  });

  /** The records in the log from an offset on, and their events. */
  const storedFrom = async (offset: number) => {
    const records = await log.recordsFrom(offset);
    return Promise.all(records.map(async (record) => ({ ...record, events: await log.eventsOf(record) })));
  };

  it('are stored as a chunk of their events, redacted and encrypted, and answered with nothing', async () => {
    const before = await log.end();
    const body = requestOf([...cut(1, snapshot(now), 4), ...cut(2, textChange(now + 5, 3, 'Mail joe@example.org'))]);
    const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' };
    const answer = await post(gzipSync(transcodeJson('logs', body)), headers);
    assert.deepEqual([answer.status, answer.body.length], [200, 0]);
    assert.equal(answer.headers.get('content-type'), 'application/x-protobuf');
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    const [chunk, ...others] = await storedFrom(before);
    assert.deepEqual([others, chunk?.place], [[], { sessionId: session(), windowId: 'page', seq: 0 }]);
    assert.deepEqual([chunk?.numbers, chunk?.sdk, chunk?.release], [2, 'rum.rr-web 4.0.0', 'web@1']);
    assert.match(chunk?.events[0] ?? '', /"textContent":"Cart".*"value":"\*{6}"/);
    assert.match(chunk?.events[1] ?? '', /"value":"Mail \[REDACTED\]"/);
  });

  it('are joined over requests in any order, and wait encrypted', async () => {
    const [first, second, third] = cut(1, snapshot(now, 'Heading of the cart'), 3);
    assert.ok(first && second && third);
    const before = await log.end();
    assert.equal(await send([third, ...cut(2, textChange(now + 1, 6, 'typed'))]), undefined);
    assert.equal(await send([first]), undefined);
    assert.equal((await log.end()) - before, 1, 'what is complete does not wait');
    assert.equal(await send([second, ...cut(3, textChange(now + 2, 3, 'Headline'))]), undefined);
    const chunks = await storedFrom(before);
    assert.deepEqual(
      chunks.map(({ place, numbers }) => [place.seq, numbers]),
      [
        [1, 1],
        [0, 1],
        [2, 1],
      ],
    );
    assert.match(chunks[1]?.events.join('') ?? '', /Heading of the cart.*"value":"\*{6}"/);
    assert.ok(cached.length > 0);
    for (const text of ['hunter2secret', 'Heading of the cart', 'textContent', 'tagName'])
      for (const value of cached)
        assert.ok(!value.includes(text) && !Buffer.from(value, 'base64').includes(text), text);
  });

  it('are stored once if a request is repeated, also one that completed an event', async () => {
    const [first, second] = cut(1, snapshot(now), 2);
    assert.ok(first && second);
    const requests = [[first], [second, ...cut(2, click(now))], cut(3, click(now + 1))];
    for (const slices of requests) assert.equal(await send(slices, now), undefined);
    const before = await log.end();
    aheadMs = 90_000;
    for (const slices of requests) assert.equal(await send(slices, now), undefined);
    assert.equal(await log.end(), before);
  });

  it('know which texts are typed from the requests before', async () => {
    await send(cut(1, snapshot(now)));
    await send([...cut(2, click(now + 1)), ...cut(3, click(now + 2))]);
    const before = await log.end();
    await send([...cut(4, textChange(now + 3, 6, 'letter by letter')), ...cut(5, textChange(now + 3, 3, 'Heading'))]);
    const [chunk] = await storedFrom(before);
    assert.ok(chunk?.events[0]?.includes('******') && chunk.events[1]?.includes('Heading'), chunk?.events.join());
    await send(cut(7, textChange(now + 4, 3, 'after a hole')));
    const [, late] = await storedFrom(before);
    assert.ok(late?.events[0]?.includes('******'), 'a request before it is missing');
  });

  it('that lack one for a minute are reported as rejected once, with the next request of their page', async () => {
    const slices = cut(2, snapshot(now), 3).slice(0, 2);
    assert.equal(await send([...cut(1, click(now)), ...slices]), undefined);
    aheadMs = 59_000;
    assert.equal(await send(cut(3, click(now))), undefined);
    aheadMs = 61_000;
    assert.deepEqual(await send(cut(4, click(now))), rejected(2, '2 incomplete_event'));
    assert.equal(await send(cut(5, click(now))), undefined);
  });

  it('that wait do not hold the event loop, however many they are', async () => {
    let isOver = false;
    const count = (): void => {
      turn++;
      if (!isOver) setImmediate(count);
    };
    count();
    const events = Array.from({ length: 20 }, (_, at) => cut(at + 1, click(now + at), 7).slice(0, 6));
    assert.equal(await send(events.flat()), undefined);
    isOver = true;
    assert.equal(keptInTurn.length, 120);
    const most = Math.max(...[...Map.groupBy(keptInTurn, (at) => at).values()].map(({ length }) => length));
    assert.ok(most <= 2, `${most} slices were kept in one turn`);
  });

  it('of a batch that is almost as large as a request may be are stored, although quoting makes them longer', async () => {
    const before = await log.end();
    const note = { type: 5, timestamp: now, data: { tag: 'note', payload: { text: '"'.repeat(1.5 * MIB) } } };
    const body = transcodeJson('logs', requestOf([1, 2, 3, 4].flatMap((event) => cut(event, note, 4))));
    const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' };
    const answer = await post(gzipSync(body), headers);
    assert.deepEqual([answer.status, answer.body.length], [200, 0]);
    assert.equal((await log.end()) - before, 4);
    assert.equal(admission.reservedBytes, 0);
  });

  it('that are too many to wait are rejected, and the others are stored', async () => {
    const before = await log.end();
    const large = (event: number) => cut(event, { text: 'x'.repeat(2.8 * MIB) }, 2).slice(0, 1);
    for (let event = 1; event <= 3; event++) assert.equal(await send(large(event)), undefined);
    assert.deepEqual(await send([...large(4), ...cut(9, click(now))]), rejected(1, '1 too_many_waiting'));
    assert.equal((await log.end()) - before, 1);
    aheadMs = 61_000;
    assert.deepEqual(
      await send(large(4)),
      rejected(3, '3 incomplete_event'),
      'those are gone, and there is room again',
    );
  });

  it('of an event that cannot be stored are rejected with the reason, and those of other pages are stored', async () => {
    const before = await log.end();
    const bad = { event: 1, text: '{"type":5,"timestamp":SECRET}' };
    assert.deepEqual(await send([bad, ...cut(3, click(now))]), rejected(1, '1 invalid_event'));
    assert.deepEqual(await send([{ event: 5, text: '' }]), rejected(1, '1 invalid_slice'));
    const nodes = Array.from({ length: 200_001 }, (_, index) => ({ type: 3, id: index + 2, textContent: '' }));
    const page = { type: 2, timestamp: now, data: { node: { type: 0, id: 1, childNodes: nodes } } };
    assert.deepEqual(await send(cut(7, page, 8)), rejected(8, '8 event_too_large'));
    assert.deepEqual(await send([{ event: 3, text: JSON.stringify(click(now + 9)) }]), rejected(1, '1 number_taken'));
    assert.equal((await log.end()) - before, 1);
    assert.equal(admission.reservedBytes, 0);
  });

  it('of a recording that was deleted are rejected', async () => {
    await send(cut(1, snapshot(now)));
    sessionKeys.delete(1, session());
    await caches.pubSub.publish(RECORDING_DELETED_CHANNEL, `1/${session()}`);
    const before = await log.end();
    assert.deepEqual(await send(cut(2, click(now))), rejected(1, '1 recording_deleted'));
    assert.deepEqual(await send(cut(3, click(now), 2).slice(1)), rejected(1, '1 recording_deleted'));
    assert.equal(await log.end(), before);
  });

  it('are refused as other OTLP requests are', async () => {
    const body = requestOf(cut(1, snapshot(now)));
    const refusal = async (sent: Uint8Array, headers: Record<string, string>) => {
      const { status, body: answer } = await post(sent, headers);
      return [status, (JSON.parse(answer.toString()) as { error?: string }).error];
    };
    assert.deepEqual(await refusal(body, { 'content-type': 'text/plain' }), [415, 'unsupported_media_type']);
    assert.deepEqual(await refusal(body, { ...JSON_TYPE, authorization: 'Basic eA==' }), [401, 'unauthenticated']);
    assert.deepEqual(await refusal(Buffer.from('{"resourceLogs":7}'), JSON_TYPE), [400, 'invalid_request']);
    const bomb = gzipSync(requestOf([{ event: 1, text: 'x'.repeat(17 * MIB) }]));
    assert.deepEqual(await refusal(bomb, { ...JSON_TYPE, 'content-encoding': 'gzip' }), [413, 'payload_too_large']);
    const preflight = await fetch(url, { method: 'OPTIONS' });
    assert.equal(preflight.status, 204);
    for (const header of ['authorization', 'content-encoding', 'content-type'])
      assert.ok(preflight.headers.get('access-control-allow-headers')?.includes(header), header);
  });
});
