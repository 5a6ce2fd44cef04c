import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { SavedSearches } from '@svc/contract';
import { eventually, freePorts } from '@svc/test-servers';
import { createRpcClient, startRpcServer, type RpcClient, type RpcServer } from './index.js';
import { CONTEXT, EndingsModule, gate, seen } from './testing/saved-searches.fixture.js';

const TOKEN = 'a shared secret';
/** Number of calls, enough that both processes get some. */
const CALLS = 20;

describe('a service of two processes', () => {
  const servers = new Map<string, RpcServer>();
  /** The ports at which connections arrived. */
  const ports = new Set<number | undefined>();
  const sockets = new Set<Socket>();
  const noteConnection = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    sockets.add(socket);
    ports.add(socket.localPort);
  };
  let addresses: string[];
  let client: RpcClient<typeof SavedSearches>;

  const start = async (address: string): Promise<void> =>
    void servers.set(address, await startRpcServer({ module: EndingsModule, address, token: TOKEN }));
  const list = (cursor = '') => client.list({ cursor }, { context: CONTEXT });
  const listOften = async (): Promise<void> => {
    for (let i = 0; i < CALLS; i++) await list();
  };

  beforeAll(() => subscribe('net.server.socket', noteConnection));
  afterAll(() => void unsubscribe('net.server.socket', noteConnection));
  beforeEach(async () => {
    addresses = (await freePorts(2)).map((port) => `127.0.0.1:${port}`);
    for (const address of addresses) await start(address);
    client = createRpcClient(SavedSearches, { address: addresses.join(','), token: TOKEN, timeoutMs: 5_000 });
    await client.ready(5_000);
  });
  afterEach(async () => {
    client.close();
    for (const server of servers.values()) await server.stop();
  });

  it('fails no call while one process is replaced after the other', async () => {
    await listOften();
    for (const address of addresses) {
      const started = seen.calls.length;
      const running = list('gate');
      await eventually('the call arrives', () => seen.calls.length > started);
      const stopped = servers.get(address)?.stop();
      await listOften();
      gate.open();
      assert.equal((await running).savedSearches[0]?.id, 'p1');
      await stopped;
      await listOften();
      ports.clear();
      await start(address);
      await eventually('the client connects again', () => ports.has(Number(address.split(':')[1])));
      await listOften();
    }
  });

  it('repeats a read whose connection is lost, and no write', async () => {
    const lose = async (call: Promise<unknown>, started: number) => {
      await eventually('the call arrives', () => seen.calls.length > started);
      for (const socket of sockets) socket.destroy();
      return call;
    };
    const beforeRead = seen.calls.length;
    const read = lose(list('gate'), beforeRead);
    await eventually('the call is repeated', () => seen.calls.length === beforeRead + 2);
    gate.open();
    await read;
    const beforeWrite = seen.calls.length;
    const write = lose(client.delete({ searchId: 's1', expectedVersion: 1n }, { context: CONTEXT }), beforeWrite);
    await assert.rejects(write, { code: 'unavailable' });
    assert.equal(seen.calls.length, beforeWrite + 1);
  });

  it('refuses a list with a name', () => {
    const address = `${addresses[0]},localhost:7002`;
    assert.throws(() => createRpcClient(SavedSearches, { address, token: TOKEN, timeoutMs: 1 }), /IPv4/);
  });
});
