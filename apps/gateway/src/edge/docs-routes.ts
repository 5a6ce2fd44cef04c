import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCurrent } from './document-reply.js';

/** The OpenAPI document and the pages of the reference, beside the compiled sources. */
const ASSETS = new URL('../../assets/docs/', import.meta.url);

const FILES = {
  // Generated with the contract: to make it at the start would cost a large part of a second.
  '/openapi.json': ['openapi.json', 'application/json; charset=utf-8'],
  '/docs': ['index.html', 'text/html; charset=utf-8'],
  '/docs/docs.css': ['docs.css', 'text/css; charset=utf-8'],
  '/docs/docs.mjs': ['docs.mjs', 'text/javascript; charset=utf-8'],
  '/docs/dom.mjs': ['dom.mjs', 'text/javascript; charset=utf-8'],
  '/docs/operation-page.mjs': ['operation-page.mjs', 'text/javascript; charset=utf-8'],
  '/docs/schema.mjs': ['schema.mjs', 'text/javascript; charset=utf-8'],
  '/docs/session.mjs': ['session.mjs', 'text/javascript; charset=utf-8'],
  '/docs/try-it.mjs': ['try-it.mjs', 'text/javascript; charset=utf-8'],
} as const;

/** Only from this origin, and nothing inline: a page that handles an API key runs our scripts and no others. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The OpenAPI document and the pages that show it. Public: they say what the interface is, not what is in it. */
export async function registerDocs(server: FastifyInstance): Promise<void> {
  server.get('/', (_request, reply) => reply.redirect('/docs'));
  server.get('/docs/', (_request, reply) => reply.redirect('/docs'));
  for (const [url, [file, type]] of Object.entries(FILES)) {
    serve(server, url, await readFile(new URL(file, ASSETS)), type);
  }
}

/** With a validator instead of a lifetime, so that a new release shows at once. */
function serve(server: FastifyInstance, url: string, content: Buffer, type: string): void {
  const etag = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  server.get(url, (request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers({ etag: `"${etag}"`, 'cache-control': 'no-cache', 'content-security-policy': PAGE_POLICY });
    if (isCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type(type).send(content);
  });
}
