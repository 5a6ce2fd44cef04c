import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { SavedSearches } from '@svc/contract';
import { eventually, freePort, skipOrFail } from '@svc/test-servers';
import { createRpcClient, startRpcServer, type RpcClient, type RpcServer } from './index.js';
import { CONTEXT, EndingsModule, gate, seen } from './testing/saved-searches.fixture.js';

const TOKEN = 'a shared secret';
const NAME = 'query.of.this.spec';
const MAX_CONNECTION_AGE_MS = 500;

/** Only Linux has more loopback addresses than one. */
if (process.platform !== 'linux') skipOrFail('a service whose name gets more addresses', 'needs 127.0.0.2');
else
  describe('a service whose name gets more addresses', () => {
    const lookup = dns.promises.lookup;
    let addresses: string[];
    let port: number;
    let server: RpcServer;
    let client: RpcClient<typeof SavedSearches>;
    /** A second process as far as the client can see. */
    let second: Server;
    let connectionsOfSecond = 0;

    const list = (cursor = '') => client.list({ cursor }, { context: CONTEXT });

    beforeAll(async () => {
      port = await freePort();
      addresses = ['127.0.0.1'];
      const resolve = (name: string): Promise<{ address: string; family: number }[]> => {
        assert.equal(name, NAME);
        return Promise.resolve(addresses.map((address) => ({ address, family: 4 })));
      };
      Object.assign(dns.promises, { lookup: resolve });
      server = await startRpcServer({
        module: EndingsModule,
        address: `127.0.0.1:${port}`,
        token: TOKEN,
        maxConnectionAgeMs: MAX_CONNECTION_AGE_MS,
      });
      second = createServer((socket) => {
        connectionsOfSecond++;
        const forward = connect(port, '127.0.0.1');
        socket.pipe(forward).pipe(socket);
        for (const side of [socket, forward]) side.on('error', () => undefined);
      });
      second.listen(port, '127.0.0.2');
      await once(second, 'listening');
      client = createRpcClient(SavedSearches, { address: `${NAME}:${port}`, token: TOKEN, timeoutMs: 20_000 });
    });
    afterAll(async () => {
      client.close();
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
  });
