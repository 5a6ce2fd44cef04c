import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { entityTag } from '@svc/http';
import { notFound } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator } from '../admission/authenticator.js';
import { loadFile, once, sendFile, type StaticFile } from '../http/files/static-file.js';
import { html } from '../http/html/html.js';
import { REPLAY_ORIGIN } from '../replay/replay-frame.controller.js';
import { readAssets, sendAsset } from './console-assets.js';
import { pagePolicy } from './page-policy.js';

/** Bundled by the build of apps/console. */
const BUNDLE = new URL('../../assets/console/', import.meta.url);

/** The paths of the console. Pages that the service renders itself, such as /configure/connections, have routes of their own. */
const PAGES = [
  '/',
  '/start',
  '/p/*',
  ...['/settings', '/configure', '/incidents'].flatMap((path) => [path, `${path}/*`]),
];

/** Longest address to which the login page returns; the start page follows the login from a longer one. */
const MAX_RETURN_LENGTH = 4_096;

/** Serves the console, a client of the REST interface: one page for all its paths, and the files that the page loads. */
@Controller()
export class ConsoleController {
  readonly #page: () => Promise<StaticFile>;
  readonly #assets = once(() => readAssets(new URL('assets/', BUNDLE)));
  readonly #policy: string;

  constructor(
    private readonly authenticator: Authenticator,
    @Inject(REPLAY_ORIGIN) replayOrigin: string | undefined,
  ) {
    this.#policy = pagePolicy(replayOrigin);
    this.#page = once(() => readPage(replayOrigin));
  }

  /** The page has no data, but without a session it could only show that there is none. */
  @Get(PAGES)
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!(await this.authenticator.visitor(request.raw.rawHeaders))) return redirectToLogin(reply, request.raw.url);
    const page = await orNotFound(this.#page());
    void reply.headers({
      'content-security-policy': this.#policy,
      'cross-origin-opener-policy': 'same-origin',
      // For forms of a page with no-referrer, browsers send "Origin: null", which looks like a form of another site.
      'referrer-policy': 'same-origin',
    });
    sendFile(request, reply, page);
  }

  /** Public, because the code of the console contains nothing of this installation. */
  @Get('assets/:name')
  async asset(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const asset = (await orNotFound(this.#assets())).get(name);
    if (!asset) throw notFound();
    sendAsset(request, reply, asset);
  }
}

/** The page, with the origin at which it plays recordings if that is another one. */
async function readPage(replayOrigin: string | undefined): Promise<StaticFile> {
  const page = await loadFile(new URL('index.html', BUNDLE), 'text/html; charset=utf-8');
  if (replayOrigin === undefined) return page;
  const { text: named } = html`<html lang="en" data-replay-origin="${replayOrigin}"></html>`;
  const content = Buffer.from(page.content.toString().replace('<html lang="en">', () => named.replace('</html>', '')));
  return { ...page, content, etag: entityTag(content) };
}

function redirectToLogin(reply: FastifyReply, target = '/'): void {
  const back = target.length > MAX_RETURN_LENGTH ? '/' : target;
  void reply.redirect(`/login?return_to=${encodeURIComponent(back)}`, 303);
}

/** @throws ServiceError not_found in a service that was built without the console. */
function orNotFound<Value>(loading: Promise<Value>): Promise<Value> {
  return loading.catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? notFound() : error;
  });
}
