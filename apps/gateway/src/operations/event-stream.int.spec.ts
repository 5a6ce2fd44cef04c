import assert from 'node:assert/strict';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/testing';
import { GatewayUnderTest } from '../testing/gateway.js';
import { silentEvents } from '../testing/recording-query.js';

const PATH = '/api/v1/stream/logs';
const LIMITS = { maxDurationMs: 600_000, checkMs: 50 };

interface Received {
  id?: string;
  event?: string;
  data?: unknown;
}

/** A client that records the events of one stream. */
class StreamClient {
  text = '';
  isEnded = false;

  private constructor(
    readonly request: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => (this.text += chunk));
    response.on('end', () => (this.isEnded = true));
    response.on('error', () => undefined);
  }

  static open(port: number, target: string, headers: Record<string, string>): Promise<StreamClient> {
    return new Promise((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port, path: target, headers }, (response) =>
        resolve(new StreamClient(request, response)),
      );
      request.on('error', reject);
      request.end();
    });
  }

  get events(): Received[] {
    const blocks = this.text.split('\n\n').filter((block) => /^event: /m.test(block));
    return blocks.map((block) => {
      const fields = Object.fromEntries(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
      );
      return { ...fields, data: JSON.parse(fields['data'] ?? '') as unknown };
    });
  }

  get last(): Received | undefined {
    return this.events.at(-1);
  }
}

describe('a stream over HTTP', () => {
  let gateway: GatewayUnderTest;
  let key: { secret: string; id: string };
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ timeoutMs: 1000, streams: LIMITS });
    key = await gateway.newKey({ projectId: gateway.workspace.projectId });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.recorder.behave = () => Promise.resolve();
    gateway.recorder.events = silentEvents;
    gateway.recorder.arrivals.splice(0);
  });

  const open = (target = PATH, headers: Record<string, string> = {}, at = gateway) =>
    StreamClient.open(at.gateway.port, target, { 'x-svc-api-key': key.secret, ...headers });

  it('says that it is completed when the service has sent everything', async () => {
    gateway.recorder.events = async function* (call) {
      yield* await Promise.resolve([{ event: { case: 'heartbeat', value: {} } } as const]);
      call.signal.throwIfAborted();
    };
    const client = await open();
    await eventually('the stream ends', () => Promise.resolve(client.isEnded));
    assert.deepEqual(client.last, { event: 'end', data: { reason: 'completed', retry_ms: 2000 } });
  });

  it('opens the stream immediately, complete and uncached, before any event', async () => {
    const client = await open();
    assert.equal(client.response.statusCode, 200);
    const { headers } = client.response;
    assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.equal(headers['x-accel-buffering'], 'no');
    assert.match(String(headers['cache-control']), /no-store/);
    assert.equal(headers['content-encoding'], undefined);
    await eventually('the hint when to come back', () => Promise.resolve(client.text === 'retry: 2000\n\n'));
    client.request.destroy();
  });

  it('sends every message as an event with its name, its id and one line of data', async () => {
    gateway.recorder.events = async function* () {
      await Promise.resolve();
      yield { id: 'a', event: { case: 'log', value: { body: 'two\nlines\u2028and more', attributes: { k: 'v' } } } };
      yield { event: { case: 'dropped', value: { count: 7n, gap: false } } };
    };
    const client = await open();
    await eventually('the end', () => Promise.resolve(client.isEnded));
    const [log, dropped, end] = client.events;
    assert.deepEqual([log?.id, log?.event], ['a', 'log']);
    assert.equal((log?.data as { body: string }).body, 'two\nlines\u2028and more');
    assert.deepEqual(dropped, { event: 'dropped', data: { count: 7, gap: false } });
    assert.equal(end?.event, 'end');
  });

  it('passes on the position to continue from; the header of a reconnecting client takes precedence over its first URL', async () => {
    const targets: [string, Record<string, string>, string][] = [
      [`${PATH}?resume=old`, {}, 'old'],
      [`${PATH}?resume=old`, { 'last-event-id': 'new' }, 'new'],
      [PATH, { 'last-event-id': 'new' }, 'new'],
      [PATH, { 'last-event-id': '' }, ''],
    ];
    for (const [target, headers, resume] of targets) {
      (await open(target, headers)).request.destroy();
      const [arrival] = gateway.recorder.arrivals.splice(0);
      assert.equal((arrival?.request as { resume: string }).resume, resume);
    }
  });

  it('refuses like any operation, before it begins', async () => {
    gateway.recorder.behave = () => Promise.reject(new ServiceError('concurrency_limited', { retryAfterSeconds: 3 }));
    const limited = await gateway.send(PATH, { key: key.secret });
    assert.deepEqual(
      [limited.status, limited.json.error, limited.headers['retry-after']],
      [429, 'concurrency_limited', '3'],
    );
    const wrong = await gateway.send(`${PATH}?level=loud&other=1`, { key: key.secret });
    assert.equal(wrong.status, 400);
    assert.match(String(wrong.headers['content-type']), /^application\/json/);
    assert.equal((await gateway.send(PATH)).status, 401);
  });

  it('answers HEAD without opening anything', async () => {
    const { status, headers, text } = await gateway.send(PATH, { method: 'HEAD', key: key.secret });
    assert.deepEqual([status, text, headers['content-type']], [200, '', 'text/event-stream; charset=utf-8']);
    assert.deepEqual(gateway.recorder.arrivals, []);
  });

  it('ends the service’s work when the client leaves', async () => {
    const client = await open();
    const [arrival] = gateway.recorder.arrivals;
    client.request.destroy();
    await eventually('the call is cancelled', () => Promise.resolve(arrival?.call.signal.aborted));
  });

  it('asks the service for no more than a client takes', async () => {
    let made = 0;
    gateway.recorder.events = async function* () {
      for (;;) {
        await Promise.resolve();
        made++;
        yield { id: `${made}`, event: { case: 'log' as const, value: { body: 'x'.repeat(10_000) } } };
      }
    };
    const client = await open();
    client.response.pause();
    let before = -1;
    await eventually(
      'nothing more is made',
      () => {
        const stands = made === before;
        before = made;
        return Promise.resolve(stands);
      },
      { everyMs: 200 },
    );
    assert.ok(made * 10_000 < 64_000_000, `${made} were made for a client that reads nothing`);
    client.request.destroy();
  });

  it('ends after its key was revoked, also without an announcement', async () => {
    const { secret, id } = await gateway.newKey({ projectId: gateway.workspace.projectId });
    const client = await open(PATH, { 'x-svc-api-key': secret });
    await gateway.workspace.relational.client.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
    await eventually('the end', () => Promise.resolve(client.isEnded));
    assert.deepEqual(client.last, { event: 'end', data: { reason: 'key_revoked', retry_ms: 2000 } });
  });

  it('ends with a word when the service behind it does', async () => {
    const client = await open();
    await gateway.stopQuery();
    await eventually('the end', () => Promise.resolve(client.isEnded));
    assert.deepEqual(client.last, { event: 'end', data: { reason: 'server_shutdown', retry_ms: 2000 } });
    await gateway.startQuery();
  });

  it('ends after its longest time', async () => {
    const short = await GatewayUnderTest.start({ streams: { ...LIMITS, maxDurationMs: 100 } });
    short.recorder.events = silentEvents;
    const { secret } = await short.newKey({ projectId: short.workspace.projectId });
    const client = await open(PATH, { 'x-svc-api-key': secret }, short);
    await eventually('the end', () => Promise.resolve(client.isEnded));
    assert.deepEqual(client.last, { event: 'end', data: { reason: 'max_duration', retry_ms: 2000 } });
    await short.stop();
  });

  it('ends with a word when the gateway stops, which does not wait for it', async () => {
    const stopping = await GatewayUnderTest.start({ streams: LIMITS });
    stopping.recorder.events = silentEvents;
    const { secret } = await stopping.newKey({ projectId: stopping.workspace.projectId });
    const client = await open(PATH, { 'x-svc-api-key': secret }, stopping);
    const began = Date.now();
    await stopping.stop();
    assert.ok(Date.now() - began < 4_000);
    await eventually('the end', () => Promise.resolve(client.isEnded));
    assert.deepEqual(client.last, { event: 'end', data: { reason: 'server_shutdown', retry_ms: 2000 } });
  });
});
