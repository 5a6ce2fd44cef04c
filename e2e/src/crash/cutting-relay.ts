import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A relay to a service that breaks every connection after a number of bytes, like a bad network. */
export class CuttingRelay {
  /** The positions from which clients asked for the rest of a file. */
  readonly continued: number[] = [];
  /** Bytes to a client before its connection breaks. */
  limit = Infinity;
  /** The URL that the relay forwards to; it is set after the relay has a port. */
  target = '';
  readonly #sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (client) => this.#relay(client));
  }

  static async start(): Promise<CuttingRelay> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new CuttingRelay(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #relay(client: Socket): void {
    const { hostname, port } = new URL(this.target);
    const service = connect(Number(port), hostname);
    let left = this.limit;
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.end();
      });
    }
    client.on('data', (bytes) => {
      const [, from] = /^range: bytes=(\d+)-\r$/im.exec(bytes.toString('latin1')) ?? [];
      if (from !== undefined) this.continued.push(Number(from));
      service.write(bytes);
    });
    service.on('data', (bytes) => {
      // Bytes that were written before the connection ends still arrive.
      if (left <= bytes.length) client.end(bytes.subarray(0, left));
      else if (!client.write(bytes)) {
        service.pause();
        client.once('drain', () => service.resume());
      }
      left -= Math.min(left, bytes.length);
      if (left === 0) service.destroy();
    });
  }
}
