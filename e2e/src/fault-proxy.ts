import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { pace } from '@svc/testing';

/** A request that passed the proxy, also if it was not forwarded. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly atMs: number;
  /** Decompressed. */
  readonly body: string;
  /** 0 while there is no answer, and if the connection was closed before one. */
  status: number;
}

/**
 * What happens to a request: its connection is closed without an answer (`cut`), it is forwarded and then its connection is closed
 * (`forget`), it is forwarded later, it is answered with a status of the proxy, or its answer breaks off after some bytes of the body.
 */
export type Fault =
  | 'cut'
  | 'forget'
  | { readonly delayMs: number }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | { readonly cutAfterBytes: number };

type Matches = (request: Pick<SeenRequest, 'method' | 'path'>) => boolean;

/** A service under an address of its own, which sees what clients send and can be out of order. Streams pass as they come. */
export class FaultProxy {
  readonly requests: SeenRequest[] = [];
  #rules: { readonly matches: Matches; readonly fault: Fault }[] = [];
  readonly #open = new Map<ServerResponse, SeenRequest>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  private constructor(private readonly target: string) {}

  /** @param target URL of the service, without path. */
  static async start(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on this happens to the requests that match, whatever was said before about them. */
  fail(matches: Matches, fault: Fault): void {
    this.#rules = [{ matches, fault }, ...this.#rules];
  }

  /** Closes the connections of the answers that are on their way, such as streams. */
  cut(matches: Matches): void {
    for (const [response, seen] of this.#open) if (matches(seen)) response.destroy();
  }

  /** The number of answers that are on their way. */
  countOpen(matches: Matches): number {
    return [...this.#open.values()].filter(matches).length;
  }

  /** From now on all requests are forwarded. */
  heal(): void {
    this.#rules = [];
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request;
    // A page that is gone leaves requests behind.
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;
    const isGzip = body[0] === 0x1f && body[1] === 0x8b;
    const text = (isGzip ? gunzipSync(body) : body).toString('utf8');
    const seen: SeenRequest = { method, path, atMs: Date.now(), body: text, status: 0 };
    this.requests.push(seen);
    this.#open.set(response, seen);
    response.once('close', () => this.#open.delete(response));
    const fault = this.#rules.find(({ matches }) => matches(seen))?.fault;
    if (fault === 'cut') return void request.socket.destroy();
    if (typeof fault === 'object' && 'status' in fault) {
      seen.status = fault.status;
      return void response.writeHead(fault.status, { ...fault.headers }).end(fault.body ?? '{}');
    }
    if (typeof fault === 'object' && 'delayMs' in fault) await pace(fault.delayMs);
    this.#forward(request, body, response, seen, fault);
  }

  #forward(
    { headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    seen: SeenRequest,
    fault: Fault | undefined,
  ): void {
    const { connection: _, 'transfer-encoding': __, ...kept } = headers;
    const forwarded = send(`${this.target}${seen.path}`, { method: seen.method, headers: kept }, (answer) => {
      seen.status = answer.statusCode ?? 0;
      if (fault === 'forget') return void answer.resume().once('end', () => response.destroy());
      response.writeHead(seen.status, withoutConnection(answer.headers));
      let left = typeof fault === 'object' && 'cutAfterBytes' in fault ? fault.cutAfterBytes : Infinity;
      answer.on('data', (bytes: Buffer) => {
        response.write(bytes.subarray(0, Math.min(left, bytes.length)), () => left <= 0 && response.destroy());
        left -= bytes.length;
      });
      answer.on('end', () => response.end());
      answer.on('error', () => response.destroy());
    });
    forwarded.on('error', () => response.destroy());
    // What a page has sent counts, although it does not wait for the answer.
    if (seen.method === 'GET') response.on('close', () => forwarded.destroy());
    forwarded.end(body);
  }
}

function withoutConnection({ connection: _, 'keep-alive': __, ...headers }: IncomingMessage['headers']) {
  return headers;
}
