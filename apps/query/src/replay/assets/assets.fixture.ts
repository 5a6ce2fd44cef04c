import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file of a site: its type and content, or the address to which it redirects, or only a status. */
export interface SiteFile {
  readonly type?: string;
  readonly encoding?: string;
  readonly content?: string | Buffer;
  readonly location?: string;
  readonly status?: number;
  /** Before it is served. */
  readonly before?: () => Promise<unknown>;
}

export interface AssetSite {
  readonly origin: string;
  /** By path. */
  readonly files: Map<string, SiteFile>;
  /** The paths that were requested. */
  readonly requests: string[];
  /** The headers of the last request. */
  readonly headers: Map<string, unknown>;
  stop(): Promise<void>;
}

/** A site that serves files, and counts who asks for them. */
export async function serveAssetSite(): Promise<AssetSite> {
  const files = new Map<string, SiteFile>();
  const requests: string[] = [];
  const headers = new Map<string, unknown>();
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    requests.push(path);
    headers.clear();
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, value);
    const file = files.get(path) ?? { status: 404 };
    await file.before?.();
    if (file.type !== undefined) response.setHeader('content-type', file.type);
    if (file.encoding !== undefined) response.setHeader('content-encoding', file.encoding);
    if (file.location !== undefined) response.setHeader('location', file.location);
    response.writeHead(file.status ?? (file.location === undefined ? 200 : 302)).end(file.content);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    requests,
    headers,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
