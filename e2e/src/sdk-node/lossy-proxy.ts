import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * Forwards requests unchanged, and loses the first answer on each path: a client then repeats a request that was
 * accepted already.
 */
export async function startLossyProxy(target: string) {
  const lost = new Set<string | undefined>();
  const contentTypes = new Set<string | undefined>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { host: _own, 'content-length': _length, connection: _connection, ...headers } = request.headers;
    contentTypes.add(request.headers['content-type']);
    const taken = await fetch(`${target}${request.url ?? ''}`, {
      method: request.method ?? 'POST',
      headers: headers as Record<string, string>,
      body: await buffer(request),
    });
    const text = await taken.text();
    if (taken.ok && !lost.has(request.url)) {
      lost.add(request.url);
      response.writeHead(503).end();
      return;
    }
    response.writeHead(taken.status, { 'content-type': 'application/json' }).end(text);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(502).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost,
    /** The types of the bodies that were forwarded. */
    contentTypes,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
