import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { notFound } from '@svc/service-error';
import type { FastifyReply } from 'fastify';
import { once } from '../http/files/static-file.js';
import { html, Html } from '../http/html/html.js';
import { HttpServer } from '../http/http-server.js';
import { PUBLIC_URL, type PublicUrl } from '../http/public-url.js';

/** Injection token of the origin at which recordings are played; undefined for that of the interface. */
export const REPLAY_ORIGIN = Symbol('ReplayOrigin');

const FRAME_PATH = '/replay/frame';

/** Bundled by the build of libs/player. */
const ASSETS = new URL('../../assets/replay/', import.meta.url);

/**
 * A recording is what a stranger sent. Its inner frame inherits this policy, which lets it apply styles and show data URLs, and load, send
 * or run nothing. Images, styles and fonts of this origin are not allowed either: a recording could send requests to the API that have the
 * cookie of whoever watches it.
 */
const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  "media-src 'none'",
  "connect-src 'none'",
  "frame-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "object-src 'none'",
];

interface PlayerDocument {
  readonly style: string;
  readonly script: Buffer;
  /** The name of the script, which changes with its content. */
  readonly name: string;
}

/** Serves the document that plays session recordings. It is public: it has no data before a page that mounts it sends some. */
@Controller(FRAME_PATH)
export class ReplayFrameController {
  readonly #load = once(readDocument);

  constructor(
    { fastify }: HttpServer,
    @Inject(REPLAY_ORIGIN) private readonly origin: string | undefined,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
  ) {
    if (origin === undefined) return;
    const { host } = new URL(origin);
    fastify.addHook('onRequest', (request, _reply, done) => {
      const isOther = request.headers.host?.toLowerCase() !== host;
      done(isOther || /^\/replay\/frame(?:[/?]|$)/.test(request.url) ? undefined : notFound());
    });
  }

  @Get()
  async page(@Res() reply: FastifyReply): Promise<void> {
    const { style, name } = await this.#load();
    // The page that mounts the document is at the address of the interface.
    const mounter = this.origin === undefined ? undefined : this.publicUrl();
    // Other headers cannot name the origin of a page that may mount the document.
    if (mounter !== undefined) void reply.removeHeader('x-frame-options');
    void reply
      .headers({
        'content-security-policy': [...FRAME_POLICY, `frame-ancestors ${mounter ?? "'self'"}`].join('; '),
        ...(mounter === undefined && { 'x-frame-options': 'SAMEORIGIN' }),
        'referrer-policy': 'no-referrer',
        // No directive of a policy covers lookups of the hosts of links.
        'x-dns-prefetch-control': 'off',
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(toPage(style, name, mounter));
  }

  @Get(':name')
  async script(@Param('name') requested: string, @Res() reply: FastifyReply): Promise<void> {
    const { name, script } = await this.#load();
    if (requested !== name) throw notFound();
    void reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/javascript; charset=utf-8')
      .send(script);
  }
}

async function readDocument(): Promise<PlayerDocument> {
  const [script, style] = await Promise.all([
    readFile(new URL('frame.js', ASSETS)),
    readFile(new URL('style.css', ASSETS), 'utf8'),
  ]);
  return { script, style, name: `${createHash('sha256').update(script).digest('hex').slice(0, 16)}.js` };
}

/** @param mounter the origin of the page that may mount the document; its own if undefined. */
function toPage(style: string, script: string, mounter: string | undefined): string {
  const { text } = html`<!doctype html>
    <html lang="en" data-mounter="${mounter ?? ''}">
      <head>
        <meta charset="utf-8" />
        <meta name="robots" content="noindex" />
        <title>Session recording · svc</title>
        <style>
          ${new Html(style)}
        </style>
        <script type="module" src="${FRAME_PATH}/${script}"></script>
      </head>
      <body></body>
    </html>`;
  return text;
}
