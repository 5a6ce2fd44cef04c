import assert from 'node:assert/strict';
import { once } from 'node:events';
import http2, { type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { closeWhenIdle } from './idle-session.js';

const IDLE_MS = 200;
/** More than any machine is late, where the connection must not be destroyed. */
const LONG_MS = 60_000;

describe('closeWhenIdle', () => {
  let server: Http2Server;
  let answer: (stream: ServerHttp2Stream) => void;
  let endMs: number;
  beforeEach(async () => {
    endMs = LONG_MS;
    server = http2.createServer();
    server.on('session', (session) => {
      session.on('error', () => undefined);
      closeWhenIdle(session, IDLE_MS, endMs);
    });
    server.on('stream', (stream) => {
      stream.on('error', () => undefined);
      answer(stream);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => server.close());

  function connect() {
    const client = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    client.on('error', () => undefined);
    return client;
  }

  it('closes a connection without calls', async () => {
    const client = connect();
    await once(client, 'goaway');
    await once(client, 'close');
  });

  it('leaves a call alone that ends after the connection would have been idle', async () => {
    answer = (stream) => {
      setTimeout(() => {
        stream.respond();
        stream.end('done');
      }, 1.5 * IDLE_MS);
    };
    const client = connect();
    const call = client.request();
    const body: unknown[] = [];
    call.on('data', (chunk) => body.push(chunk));
    await once(call, 'close');
    assert.equal(String(body[0]), 'done');
    await once(client, 'close');
  });

  it('destroys a connection whose client never reads the answer of its call', async () => {
    endMs = 200;
    const closed = Promise.withResolvers<void>();
    answer = (stream) => {
      stream.once('close', closed.resolve);
      stream.respond();
      stream.end(Buffer.alloc(1024 * 1024));
    };
    // The window of a call is 64 KiB, and nothing reads the bytes that fill it.
    const client = connect();
    const call = client.request();
    call.on('error', () => undefined);
    call.pause();
    await closed.promise;
    await turn();
    client.destroy();
  });
});
