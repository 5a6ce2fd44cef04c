import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { startTemporaryServer } from '@svc/relational/testing';
import { eventually, settle } from '@svc/test-servers';
import { Webhook } from 'standardwebhooks';
import { callerIn, startIntegrations, type IntegrationsServer } from '../testing/integrations-server.js';
import { Receiver } from '../testing/receiver.js';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

describe('deliveries', () => {
  let server: IntegrationsServer;
  let receiver: Receiver;
  beforeAll(async () => {
    server = await startIntegrations();
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await server.stop();
    await receiver.stop();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = (response) => response.end('ok');
  });

  const webhook = (as: ReturnType<typeof callerIn>, config: object = {}, more: object = {}) =>
    server.channels.create(
      {
        type: 'webhook',
        name: `hook ${randomUUID()}`,
        config: { url: `${receiver.url}/hook`, secret: SECRET, ...config },
        ...more,
      },
      as,
    );

  it('reaches a webhook with a signature that the library of the specification verifies', async () => {
    const as = callerIn();
    const channel = await webhook(as, { headers: { 'x-token': 'abc' } });
    const delivery = await server.channels.test({ channelId: channel.id }, as);
    assert.deepEqual([delivery.status, delivery.attemptCount, delivery.eventType], ['sent', 1, 'test']);
    const [request] = receiver.received;
    assert.ok(request);
    const body = new Webhook(SECRET).verify(request.body, request.headers as Record<string, string>) as { id: string };
    assert.equal(body.id, delivery.id);
    assert.equal(request.headers['x-token'], 'abc');
    assert.deepEqual(
      delivery.attempts.map(({ statusCode, error, responseExcerpt }) => [statusCode, error, responseExcerpt]),
      [[200, '', '']],
    );
  });

  it('signs deliveries with both secrets during a rotation', async () => {
    const as = callerIn();
    const previous = `whsec_${randomBytes(24).toString('base64')}`;
    const channel = await webhook(as, { previous_secret: previous });
    await server.channels.test({ channelId: channel.id }, as);
    const [request] = receiver.received;
    assert.ok(request);
    for (const secret of [SECRET, previous])
      new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
  });

  it('fails a delivery permanently when the receiver refuses it, and allows a redrive', async () => {
    const as = callerIn();
    const channel = await webhook(as);
    receiver.answer = (response) => response.writeHead(400).end(`bad ${SECRET} mail ada@example.com\u0007`);
    const delivery = await server.channels.test({ channelId: channel.id }, as);
    assert.deepEqual([delivery.status, delivery.reason], ['failed', 'rejected']);
    const [attempt] = delivery.attempts;
    assert.equal(attempt?.statusCode, 400);
    assert.match(attempt?.responseExcerpt ?? '', /^bad \[REDACTED\] mail \[REDACTED\]/);
    receiver.answer = (response) => response.end();
    const redriven = await server.deliveries.redrive({ deliveryId: delivery.id }, as);
    assert.deepEqual([redriven.status, redriven.redriveCount, redriven.attemptCount], ['pending', 1, 0]);
    await eventually('it is sent', async () => {
      const { status } = await server.deliveries.get({ deliveryId: delivery.id }, as);
      return status === 'sent';
    });
    assert.equal(receiver.received[0]?.headers['webhook-id'], receiver.received[1]?.headers['webhook-id']);
    await assert.rejects(server.deliveries.redrive({ deliveryId: delivery.id }, as), {
      code: 'state_conflict',
      details: [{ path: 'status', reason: 'is sent' }],
    });
  });

  it('retries a delivery after a temporary failure, not before Retry-After', async () => {
    const as = callerIn();
    const channel = await webhook(as);
    receiver.answer = (response) => response.writeHead(429, { 'retry-after': '120' }).end();
    const delivery = await server.channels.test({ channelId: channel.id }, as);
    assert.deepEqual([delivery.status, delivery.reason], ['retrying', 'rate_limited']);
    const pause = Number(delivery.nextAttemptAt?.seconds ?? 0n) - Date.now() / 1000;
    assert.ok(pause > 110 && pause < 121, String(pause));
  });

  it('survives a failure of the database during a delivery', async () => {
    const database = await startTemporaryServer();
    const failing = await startIntegrations(undefined, database);
    try {
      const as = callerIn();
      const config = { url: `${receiver.url}/hook`, secret: SECRET };
      const channel = await failing.channels.create({ type: 'webhook', name: 'outage', config }, as);
      const stopped = Promise.withResolvers<void>();
      receiver.answer = (response) =>
        void database.stopServer().then(() => {
          response.end();
          stopped.resolve();
        });
      const test = failing.channels.test({ channelId: channel.id }, as);
      await assert.rejects(test, { code: 'unavailable' });
      await stopped.promise;
      // An unhandled rejection would end this process, too.
      await settle('no rejection must be left unhandled', 500);
    } finally {
      await failing.stop();
      await database.stop();
    }
  });

  it('never reaches a private address', async () => {
    await using guarded = await disposable(startIntegrations({}));
    const as = callerIn();
    const create = { type: 'webhook', name: 'inside', config: { url: `${receiver.url}/hook`, secret: SECRET } };
    const channel = await guarded.channels.create(create, as);
    const delivery = await guarded.channels.test({ channelId: channel.id }, as);
    assert.deepEqual([delivery.status, delivery.reason], ['failed', 'blocked_address']);
    assert.equal(receiver.received.length, 0);
  });

  it('suppresses deliveries while the channel is disabled', async () => {
    const as = callerIn();
    const channel = await webhook(as, {}, { enabled: false });
    const delivery = await server.channels.test({ channelId: channel.id }, as);
    assert.deepEqual([delivery.status, delivery.reason], ['suppressed', 'channel_disabled']);
  });

  it('lists deliveries newest first by channel and status, with cursors of the same filters', async () => {
    const as = callerIn();
    const channel = await webhook(as);
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth++) ids.unshift((await server.channels.test({ channelId: channel.id }, as)).id);
    const request = { channel: channel.id, status: ['sent'], limit: 2 };
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await server.deliveries.list({ ...request, cursor }, as);
      seen.push(...page.deliveries.map(({ id }) => id));
      cursor = page.pagination?.nextCursor ?? '';
    } while (cursor !== '');
    assert.deepEqual(seen, ids);
    const { pagination } = await server.deliveries.list(request, as);
    const next = { ...request, cursor: pagination?.nextCursor ?? '' };
    await assert.rejects(server.deliveries.list({ ...next, status: [] }, as), { code: 'invalid_request' });
    await assert.rejects(server.deliveries.list(next, callerIn()), { code: 'invalid_request' });
    assert.deepEqual((await server.deliveries.list({ channel: 'x' }, as)).deliveries, []);
    await assert.rejects(server.deliveries.get({ deliveryId: ids[0] ?? '' }, callerIn()), { code: 'not_found' });
  });
});

async function disposable<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T & AsyncDisposable> {
  const started = await starting;
  return Object.assign(started, { [Symbol.asyncDispose]: () => started.stop() });
}
