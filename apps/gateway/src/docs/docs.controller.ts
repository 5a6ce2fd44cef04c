import { Controller, Req, RequestMapping, RequestMethod, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { loadFile, once, sendFile, type StaticFile } from '../http/files/static-file.js';
import { HttpServer } from '../http/http-server.js';

/** The OpenAPI document and the pages of the reference, beside the compiled sources. */
const ASSETS = new URL('../../assets/docs/', import.meta.url);

const FILES = {
  // Generated with the contract: creating it at the start would take a large part of a second.
  '/openapi.json': ['openapi.json', 'application/json; charset=utf-8'],
  '/docs': ['index.html', 'text/html; charset=utf-8'],
  '/docs/docs.css': ['docs.css', 'text/css; charset=utf-8'],
  '/docs/docs.mjs': ['docs.mjs', 'text/javascript; charset=utf-8'],
  '/docs/dom.mjs': ['dom.mjs', 'text/javascript; charset=utf-8'],
  '/docs/operation-page.mjs': ['operation-page.mjs', 'text/javascript; charset=utf-8'],
  '/docs/schema.mjs': ['schema.mjs', 'text/javascript; charset=utf-8'],
  '/docs/search-text.mjs': ['search-text.mjs', 'text/javascript; charset=utf-8'],
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

/** The OpenAPI document and the pages that show it. They are public: they describe the interface, not its data. */
@Controller()
export class DocsController {
  readonly #files = new Map<string, () => Promise<StaticFile>>();

  constructor({ fastify }: HttpServer) {
    // The router takes both for one path, but the relative links of the page are right only without the slash.
    fastify.addHook('onRequest', (request, reply, done) => {
      if (request.url === '/docs/') void reply.redirect('/docs');
      else done();
    });
  }

  async serve(url: keyof typeof FILES, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const file = await this.#load(url)();
    sendFile(request, reply.header('content-security-policy', PAGE_POLICY), file);
  }

  #load(url: keyof typeof FILES): () => Promise<StaticFile> {
    const [name, type] = FILES[url];
    const load = this.#files.get(url) ?? once(() => loadFile(new URL(name, ASSETS), type));
    this.#files.set(url, load);
    return load;
  }
}

for (const url of Object.keys(FILES) as (keyof typeof FILES)[]) {
  const { prototype } = DocsController;
  const value = function (this: DocsController, request: FastifyRequest, reply: FastifyReply) {
    return this.serve(url, request, reply);
  };
  Object.defineProperty(prototype, url, { value });
  RequestMapping({ method: RequestMethod.GET, path: url })(prototype, url, { value });
  Req()(prototype, url, 0);
  Res()(prototype, url, 1);
}
