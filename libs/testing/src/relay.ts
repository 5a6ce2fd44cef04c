import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import path from 'node:path';

export interface Relay {
  /** The address of the same database by the relay's port. */
  url(address: string): string;
  stop(): Promise<void>;
}

/** Makes an embedded Postgres reachable by TCP, for processes that may not enter the folder of its socket. */
export async function relayPostgres(address: string): Promise<Relay> {
  const socket = path.join(new URL(address).searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const server = createServer((client) => {
    const upstream = connect(socket);
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url(given) {
      const url = new URL(given);
      url.searchParams.delete('host');
      url.hostname = '127.0.0.1';
      url.port = String(port);
      return url.href;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
