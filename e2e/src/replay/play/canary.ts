import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection that a browser opened to another origin. */
export interface Contact {
  /** The first bytes; empty if nothing was sent. */
  head: string;
}

/**
 * A server of another origin, to which nothing of a hostile recording may connect. Every vector has a host name of its own below
 * `.localhost`, which browsers resolve to this machine.
 */
export interface Canary {
  readonly contacts: readonly Contact[];
  /** Names of the vectors that sent a request. */
  requested(): string[];
  url(name: string): string;
  stop(): Promise<void>;
}

export async function startCanary(): Promise<Canary> {
  const contacts: Contact[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const contact: Contact = { head: '' };
    contacts.push(contact);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      contact.head += bytes.toString('latin1');
      socket.end('HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
  });
  server.listen(0, '::');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    contacts,
    requested: () => contacts.flatMap(({ head }) => /^host: ([\w-]+)\.localhost/im.exec(head)?.[1] ?? []).toSorted(),
    url: (name) => `http://${name}.localhost:${port}/x`,
    async stop() {
      // Browsers keep connections on which they sent nothing.
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
