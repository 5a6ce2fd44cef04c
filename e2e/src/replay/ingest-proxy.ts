import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { theService } from '../topology.js';

/** A request that a page made. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly atMs: number;
  /** Decompressed. */
  readonly body: string;
  /** 0 while there is no answer, and if the connection was closed instead. */
  status: number;
}

/** How the proxy treats chunks: it forwards them, loses their answers, closes their connections, or refuses them for some seconds. */
export type Mode = 'forward' | 'forget' | 'down' | { readonly retryAfterSeconds: number };

/** Ingestion under an address of its own, which sees what pages send and can be out of order. */
export class IngestProxy {
  readonly requests: SeenRequest[] = [];
  mode: Mode = 'forward';
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<IngestProxy> {
    const proxy = new IngestProxy();
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The chunks that pages sent, also those that were not forwarded. */
  get chunks(): SeenRequest[] {
    return this.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/v1/replay'));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part as Buffer);
    } catch {
      // A page that is gone leaves requests behind.
      return;
    }
    const sent = Buffer.concat(parts);
    const isGzip = sent[0] === 0x1f && sent[1] === 0x8b;
    const body = (isGzip ? gunzipSync(sent) : sent).toString('utf8');
    const seen: SeenRequest = { method, path: url, atMs: Date.now(), body, status: 0 };
    this.requests.push(seen);
    if (method !== 'GET' && this.mode === 'down') return void request.socket.destroy();
    if (method === 'POST' && typeof this.mode === 'object') {
      seen.status = 429;
      const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };
      return void response.writeHead(429, { ...cors, 'retry-after': String(this.mode.retryAfterSeconds) }).end('{}');
    }
    const { connection: _, host: __, ...forwarded } = headers;
    const answer = await fetch(`${theService().ingestUrl}${url}`, {
      method,
      headers: Object.entries(forwarded).map(([name, value]) => [name, String(value)]),
      ...(method === 'POST' && { body: sent }),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    const kept = [...answer.headers].filter(([name]) => !/^(content-encoding|content-length|connection)$/.test(name));
    seen.status = answer.status;
    if (method === 'POST' && this.mode === 'forget') return void request.socket.destroy();
    response.writeHead(answer.status, Object.fromEntries(kept)).end(content);
  }
}
