import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { theService } from '../../topology.js';

const EMPTY_PAGE = '<!doctype html><html><head><link rel="icon" href="data:," /></head><body></body></html>';

/**
 * A site that forwards everything to the service under test, except for one page without any policy. Browsers find the page and the player
 * document at one origin, and really load both from this machine: a page that a driver provides may not contact it.
 */
export interface MountingSite {
  readonly page: string;
  /** The paths that were requested, apart from that of the page. */
  readonly paths: readonly string[];
  stop(): Promise<void>;
}

export async function startMountingSite(): Promise<MountingSite> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const target = request.url ?? '/';
    if (target === '/page') return void response.writeHead(200, { 'content-type': 'text/html' }).end(EMPTY_PAGE);
    paths.push(target);
    void fetch(theService().httpUrl + target).then(({ status, headers, body }) => {
      response.writeHead(status, Object.fromEntries(headers));
      if (body) Readable.fromWeb(body as never).pipe(response);
      else response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    page: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`,
    paths,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
