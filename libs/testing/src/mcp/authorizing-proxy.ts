import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy on this machine, for clients that cannot send a credential. */
export interface AuthorizingProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Adds a bearer token to each request and changes nothing else: Host and Origin are those of the client, because scenarios send others
 * than their own.
 */
export async function startAuthorizingProxy(target: string, token: string): Promise<AuthorizingProxy> {
  const { hostname, port, pathname } = new URL(target);
  const server = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const forwarded = httpRequest({ hostname, port, path: pathname, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
