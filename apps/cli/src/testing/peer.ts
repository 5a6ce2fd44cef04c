import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../runtime/values/json.js';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Undefined without a body. */
  readonly body: Json | undefined;
}

export interface PreparedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** Instead of a JSON body. */
  readonly text?: string;
}

export interface Peer {
  readonly url: string;
  readonly requests: RecordedRequest[];
  /** Prepares responses in this order; the last one repeats. */
  answer(...answers: readonly PreparedAnswer[]): void;
  /** Resolves when the next request arrives. */
  nextRequest(): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts an HTTP server on loopback that records requests and sends prepared responses. */
export async function startPeer(): Promise<Peer> {
  const requests: RecordedRequest[] = [];
  let answers: PreparedAnswer[] = [];
  const server = createServer((request, response) => {
    const received: Buffer[] = [];
    request.on('data', (chunk: Buffer) => received.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://peer');
      const text = Buffer.concat(received).toString('utf8');
      requests.push({
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: text === '' ? undefined : (JSON.parse(text) as Json),
      });
      const answer: PreparedAnswer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 404, body: {} };
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (...given) => {
      answers = [...given];
      requests.length = 0;
    },
    nextRequest: () => once(server, 'request'),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
