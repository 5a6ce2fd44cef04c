import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProviderRequest {
  readonly method: string;
  /** Path with the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Result of a request instead of its answer: another answer, no answer, or a connection that ends after the provider
 * has done the work.
 */
export type Failure = ProviderAnswer | 'hang' | 'lose_answer';

/** A provider on loopback. Subclasses are written from the documentation of their provider. */
export abstract class ProviderServer {
  readonly requests: ProviderRequest[] = [];
  /** Taken by the next requests for which `isFailing` holds, in order. */
  readonly failures: Failure[] = [];
  /** Which requests fail. */
  isFailing: (request: ProviderRequest) => boolean = () => true;
  token = 'a-token-of-the-provider';
  readonly #server = createServer((request, response) => void this.#take(request, response));

  protected abstract answer(request: ProviderRequest): ProviderAnswer;
  protected abstract isAuthorized(headers: IncomingHttpHeaders): boolean;

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url: path = '', headers } = incoming;
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const request = { method, path, headers, body };
    this.requests.push(request);
    const failure = this.failures.length > 0 && this.isFailing(request) ? this.failures.shift() : undefined;
    if (failure === 'hang') return;
    if (failure === 'lose_answer') {
      this.answer(request);
      response.destroy();
      return;
    }
    send(response, failure ?? (this.isAuthorized(headers) ? this.answer(request) : { status: 401, body: {} }));
  }
}

function send(response: ServerResponse, { status, headers = {}, body }: ProviderAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
