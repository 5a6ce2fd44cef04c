import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpDoor {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Makes a server that listens on a unix socket reachable at a port of this machine. A new connection waits until it was seen. */
export async function openTcpDoor(socket: string, seen: () => Promise<void>): Promise<TcpDoor> {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined).on('close', () => clients.delete(client));
    void seen().then(() => {
      const forward = connect(socket);
      client.pipe(forward).pipe(client);
      client.on('close', () => forward.destroy());
      forward.on('error', () => undefined).on('close', () => client.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const client of clients) client.destroy();
      }),
  };
}
