import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse, received: Received) => void;

/** A server on loopback that records what it gets and answers as a test says; 200 by default. */
export class Receiver {
  readonly received: Received[] = [];
  answer: Answer = (response) => response.end('ok');
  readonly #server = createServer((request, response) => void this.#take(request, response));

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
    this.received.push(received);
    this.answer(response, received);
  }
}
