import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { openTcpDoor } from './tcp-door.js';

/** Servers outside of the services, by the name that the chart has for them. They answer once the connection of a request was seen. */
export class Outside {
  readonly ports = new Map<number, string>();
  readonly #stops: (() => unknown)[] = [];

  constructor(private readonly seen: () => Promise<void>) {}

  /** Receives anything over HTTP, and answers with 200. */
  async http(name: string): Promise<string> {
    const server = createServer((request, response) => {
      request.resume().on('end', () => void this.seen().then(() => response.writeHead(200).end('{}')));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#stops.push(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${this.#keep(name, server)}`;
  }

  /** Takes mail. */
  async smtp(name: string): Promise<string> {
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => void stream.resume().on('end', () => void this.seen().then(() => done())),
    });
    const server = smtp.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#stops.push(() => smtp.close());
    return `smtp://127.0.0.1:${this.#keep(name, server)}`;
  }

  /** Leads to a unix socket, so that connections look as they do between machines. */
  async door(name: string, socket: string): Promise<string> {
    const door = await openTcpDoor(socket, this.seen);
    this.#stops.push(door.stop);
    this.ports.set(door.port, name);
    return `127.0.0.1:${door.port}`;
  }

  /** Remembers a server that was not started here. */
  know(name: string, address: string): void {
    this.ports.set(Number(address.split(':').at(-1)), name);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) await stop();
  }

  #keep(name: string, server: Pick<Server, 'address'>): number {
    const { port } = server.address() as AddressInfo;
    this.ports.set(port, name);
    return port;
  }
}
