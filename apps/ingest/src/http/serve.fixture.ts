import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Served {
  readonly port: number;
  /** Without a slash at its end. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** Serves a handler over HTTP on loopback, as the server of ingestion does with all of them. */
export async function serve(
  handle: (request: IncomingMessage, response: ServerResponse, target: string) => unknown,
): Promise<Served> {
  const server = createServer((request, response) => void handle(request, response, request.url ?? ''));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
