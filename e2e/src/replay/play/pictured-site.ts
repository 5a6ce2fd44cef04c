import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** A file that a site serves, or the address to which it redirects. */
export interface ServedFile {
  readonly type?: string;
  readonly content?: string | Buffer;
  readonly location?: string;
}

/** A server of files, such as a shop or the servers of its pictures. */
export interface FileSite {
  readonly origin: string;
  /** By path. */
  readonly files: Map<string, ServedFile>;
  /** The paths that were requested. */
  readonly requests: string[];
  stop(): Promise<void>;
}

export async function serveFiles(): Promise<FileSite> {
  const files = new Map<string, ServedFile>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const target = request.url ?? '/';
    requests.push(target);
    const file = files.get(target);
    if (file?.type !== undefined) response.setHeader('content-type', file.type);
    if (file?.location !== undefined) response.setHeader('location', file.location);
    const status = file === undefined ? 404 : file.location === undefined ? 200 : 302;
    response.writeHead(status).end(file?.content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A picture that is so many pixels wide. */
export const pictureOf = (width: number): ServedFile => ({
  type: 'image/svg+xml',
  content: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20"><rect width="100%" height="100%"/></svg>`,
});

/** A font that browsers take: one of the pages that the driver of browsers brings. */
export function someFont(): ServedFile {
  const pages = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'lib');
  const name = readdirSync(pages, { recursive: true, encoding: 'utf8' }).find((file) => file.endsWith('.ttf'));
  if (name === undefined) throw new Error('the driver of browsers has no font any more');
  return { type: 'font/ttf', content: readFileSync(path.join(pages, name)) };
}
