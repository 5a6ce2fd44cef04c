import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Delivery } from '@svc/contract';
import { createTestAuthority, eventually, temporaryDirectories } from '@svc/test-servers';
import { callerIn, startIntegrations, type IntegrationsServer } from '../testing/integrations-server.js';
import { Receiver, type Answer } from '../testing/receiver.js';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const TOKEN = `Bearer ${randomBytes(24).toString('hex')}`;

describe('deliveries to a receiver with faults', () => {
  const temporaryDirectory = temporaryDirectories();
  let server: IntegrationsServer;
  let receiver: Receiver;
  let inside: Receiver;
  beforeAll(async () => {
    server = await startIntegrations();
    receiver = await Receiver.start();
    inside = await Receiver.start();
  });
  afterAll(async () => {
    await server.stop();
    await receiver.stop();
    await inside.stop();
  });

  const attempt = async (answer: Answer, url = receiver.url): Promise<Delivery> => {
    receiver.answer = answer;
    const as = callerIn();
    const config = { url, secret: SECRET, headers: { authorization: TOKEN } };
    const { id } = await server.channels.create({ type: 'webhook', name: randomUUID(), config }, as);
    return server.channels.test({ channelId: id }, as);
  };
  const outcome = ({ status, reason }: Delivery) => [status, reason];

  it('retries a delivery when the connection ends before the answer', async () => {
    const early: Answer = (response) => response.socket?.destroy();
    const half: Answer = (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      response.socket?.end();
    };
    assert.deepEqual(outcome(await attempt(early)), ['retrying', 'connect']);
    assert.deepEqual(outcome(await attempt(half)), ['retrying', 'connect']);
  });

  it('gives up after ten seconds on a receiver that does not answer, or answers a byte at a time', async () => {
    const dripping: Answer = (response) => {
      const timer = setInterval(() => response.write('.'), 100);
      response.once('close', () => clearInterval(timer));
    };
    for (const answer of [() => undefined, dripping]) {
      const { id, projectId } = await attempt(answer);
      await eventually('the attempt has ended', async () => {
        const delivery = await server.deliveries.get({ deliveryId: id }, callerIn(projectId));
        return delivery.status === 'retrying' && delivery.reason === 'timeout';
      });
    }
  });

  it('reads a limited part of an answer that does not end', async () => {
    let written = 0;
    const closed = Promise.withResolvers<void>();
    const endless: Answer = (response) => {
      const write = (): void => {
        if (response.destroyed) return;
        written += 65_536;
        if (response.write(Buffer.alloc(65_536))) setImmediate(write);
        else response.once('drain', write);
      };
      response.once('close', closed.resolve);
      write();
    };
    assert.deepEqual(outcome(await attempt(endless)), ['failed', 'too_large']);
    await closed.promise;
    // Upper bound: the buffers of two sockets, and a few times the limit of a read.
    assert.ok(written < 64 * 1024 * 1024, String(written));
  });

  it('follows no redirect, not even to an internal address', async () => {
    const redirect: Answer = (response) => response.writeHead(307, { location: inside.url }).end();
    assert.deepEqual(outcome(await attempt(redirect)), ['failed', 'rejected']);
    assert.equal(inside.received.length, 0);
  });

  it('honors Retry-After of a busy receiver', async () => {
    const busy: Answer = (response) => response.writeHead(503, { 'retry-after': '3600' }).end();
    const { status, reason, nextAttemptAt, attempts } = await attempt(busy);
    assert.deepEqual([status, reason], ['retrying', 'receiver_error']);
    const pause = Number(nextAttemptAt?.seconds ?? 0n) - Number(attempts[0]?.at?.seconds ?? 0n);
    assert.ok(pause >= 3599, String(pause));
  });

  it('sends nothing to a host with a certificate of another host or of an unknown authority', async () => {
    const { certificateFile, keyFile } = await (await createTestAuthority()).issue(await temporaryDirectory());
    let requests = 0;
    const secure = createServer(
      { cert: await readFile(certificateFile), key: await readFile(keyFile) },
      (_, response) => {
        requests += 1;
        response.end();
      },
    ).listen(0, '127.0.0.1');
    await once(secure, 'listening');
    try {
      const { port } = secure.address() as AddressInfo;
      assert.deepEqual(outcome(await attempt(() => undefined, `https://127.0.0.1:${port}/`)), ['failed', 'tls']);
      assert.equal(requests, 0);
    } finally {
      secure.close();
    }
  });

  it('stores no secret of the channel, whatever the receiver answers', async () => {
    const echo: Answer = (response, { headers, body }) =>
      response.writeHead(400).end(`${String(headers['authorization'])} ${SECRET} ${body}`);
    const { id } = await attempt(echo);
    const row = await server.database.relational.client.delivery.findUniqueOrThrow({ where: { id } });
    const stored = JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    assert.match(stored, /REDACTED/);
    for (const secret of [SECRET, TOKEN, TOKEN.slice(7)]) assert.ok(!stored.includes(secret));
  });
});
