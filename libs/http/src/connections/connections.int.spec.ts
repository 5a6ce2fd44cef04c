import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { limitConnections } from './connections.js';

async function scene(limits: { total: number; eachAddress: number }) {
  /** Accepted connections by client port. */
  const accepted = new Map<number, Socket>();
  const server = createServer((socket) => {
    accepted.set(socket.remotePort ?? 0, socket);
    socket.on('error', () => undefined).resume();
    // A connection that is kept is greeted.
    if (!socket.destroyed) socket.write('hello');
  });
  limitConnections(server, limits);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const opened: Socket[] = [];
  return {
    /** Whether the server keeps a new connection from this local address open. */
    async isKept(localAddress = '127.0.0.1'): Promise<boolean> {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      opened.push(socket.on('error', () => undefined));
      await once(socket, 'connect');
      return new Promise((resolve) => socket.once('data', () => resolve(true)).once('close', () => resolve(false)));
    },
    async closeFirst(): Promise<void> {
      const [first] = opened;
      const closed = once(accepted.get(first?.localPort ?? 0) ?? assert.fail('none is open'), 'close');
      first?.destroy();
      await closed;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of [...opened, ...accepted.values()]) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('limitConnections', () => {
  it('closes connections of an address beyond its share, while other addresses connect', async () => {
    await using server = await scene({ total: 10, eachAddress: 2 });
    assert.deepEqual([await server.isKept(), await server.isKept(), await server.isKept()], [true, true, false]);
    assert.equal(await server.isKept('127.0.0.2'), true);
    await server.closeFirst();
    assert.equal(await server.isKept(), true);
  });

  it('closes connections beyond the total', async () => {
    await using server = await scene({ total: 1, eachAddress: 10 });
    assert.deepEqual([await server.isKept(), await server.isKept('127.0.0.2')], [true, false]);
  });
});
