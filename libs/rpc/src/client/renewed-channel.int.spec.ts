import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { Module } from '@nestjs/common';
import { SavedSearches } from '@svc/contract';
import { eventually, freePort, pace, settle, skipOrFail } from '@svc/test-servers';
import { createRpcClient, startRpcServer, type RpcClient, type RpcServer } from '../index.js';
import { Numbers, NumbersModule, TICKING } from '../testing/numbers.fixture.js';
import { CONTEXT, EndingsModule, gate, seen } from '../testing/saved-searches.fixture.js';

const TOKEN = 'a shared secret';
const NAME = 'query.of.this.spec';
const RENEW_AFTER_MS = 500;
/** Longer than the ten seconds after which a client pings, and after which grpc-js gives up connections that no channel uses. */
const LONG_MS = 11_000;

@Module({ imports: [EndingsModule, NumbersModule] })
class BothModule {}

/** Only Linux has more loopback addresses than one. */
if (process.platform !== 'linux') skipOrFail('a service whose name gets other addresses', 'needs 127.0.0.2');
else
  describe('a service whose name gets other addresses', () => {
    const lookup = dns.promises.lookup;
    let addresses: string[];
    let port: number;
    let server: RpcServer;
    let client: RpcClient<typeof SavedSearches>;
    /** A second process as far as the client can see. */
    let second: Server;
    let connectionsOfSecond = 0;

    const options = () => ({
      address: `${NAME}:${port}`,
      token: TOKEN,
      timeoutMs: 20_000,
      renewAfterMs: RENEW_AFTER_MS,
    });
    const list = (cursor = '') => client.list({ cursor }, { context: CONTEXT });

    beforeAll(async () => {
      port = await freePort();
      addresses = ['127.0.0.1'];
      const resolve = (name: string): Promise<{ address: string; family: number }[]> => {
        assert.equal(name, NAME);
        if (addresses.length === 0) return Promise.reject(new Error('the name is not resolved'));
        return Promise.resolve(addresses.map((address) => ({ address, family: 4 })));
      };
      Object.assign(dns.promises, { lookup: resolve });
      server = await startRpcServer({
        module: BothModule,
        address: `127.0.0.1:${port}`,
        token: TOKEN,
      });
      second = createServer((socket) => {
        connectionsOfSecond++;
        const forward = connect(port, '127.0.0.1');
        socket.pipe(forward).pipe(socket);
        for (const side of [socket, forward]) side.on('error', () => undefined);
      });
      second.listen(port, '127.0.0.2');
      await once(second, 'listening');
    });
    beforeEach(() => {
      addresses = ['127.0.0.1'];
      connectionsOfSecond = 0;
      client = createRpcClient(SavedSearches, options());
    });
    afterEach(() => client.close());
    afterAll(async () => {
      await server.stop();
      second.close();
      Object.assign(dns.promises, { lookup });
    });

    it('gets calls at the new address soon, without a failure of any call', async () => {
      const started = seen.calls.length;
      const running = list('gate');
      await eventually('the call arrives', () => seen.calls.length > started);
      assert.equal(connectionsOfSecond, 0);

      addresses.push('127.0.0.2');
      await eventually('the client connects to the new address', async () => {
        await list();
        return connectionsOfSecond > 0;
      });
      gate.open();
      assert.equal((await running).savedSearches[0]?.id, 'p1');
    });

    it('keeps a stream open at an address that the name no longer has', async () => {
      const numbers = createRpcClient(Numbers, options());
      const leaving = new AbortController();
      const stream = await numbers.count({ value: TICKING }, { context: CONTEXT, signal: leaving.signal });
      let received = 0;
      const failure = (async () => {
        for await (const { value } of stream) received = value;
      })().catch((error: unknown) => error);

      addresses = ['127.0.0.2'];
      await eventually('the client connects to the new address', async () => {
        for await (const { value } of await numbers.count({ value: 1 }, { context: CONTEXT })) assert.equal(value, 0);
        return connectionsOfSecond > 0;
      });
      assert.equal(
        await Promise.race([failure, settle('the stream must not end', LONG_MS).then(() => 'open')]),
        'open',
      );
      const before = received;
      await eventually('more numbers arrive', () => received > before);
      leaving.abort();
      assert.ok(await failure);
      numbers.close();
    });

    it('keeps its connections while the name is not resolved', async () => {
      client.close();
      // The next attempt begins when the one without an address has given up.
      client = createRpcClient(SavedSearches, { ...options(), connectMs: 2 * RENEW_AFTER_MS });
      await list();
      addresses = [];
      const endsAt = Date.now() + 4 * RENEW_AFTER_MS;
      while (Date.now() < endsAt) {
        await list();
        await pace(10);
      }
      addresses = ['127.0.0.1', '127.0.0.2'];
      await eventually('the client connects to the new address', async () => {
        await list();
        return connectionsOfSecond > 0;
      });
    });
  });
