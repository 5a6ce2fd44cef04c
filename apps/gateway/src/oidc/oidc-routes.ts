import { ServiceError, notFound, toServiceError } from '@svc/errors';
import type { FastifyInstance } from 'fastify';
import { rawQueryOf } from '../edge/admission.js';
import { occasionOf } from '../edge/occasion-of.js';
import { html } from '../pages/html.js';
import { queryValue } from '../pages/page-request.js';
import { sendPage } from '../pages/page.js';
import { isSecure, sessionCookies } from '../sessions/browser-session.js';
import { readCookie, serializeCookie } from '../sessions/cookies.js';
import { safeReturn } from '../sessions/same-origin.js';
import { BROWSER_SESSION_S, type SessionsService } from '../sessions/sessions.service.js';
import type { PublicUrl } from '../http/public-url.js';
import type { OidcLoginService } from './oidc-login.service.js';
import type { OidcProvider, PendingLogin } from './provider.js';

export interface OidcRoutesOptions {
  /** Undefined where none is configured; the routes are then 404. */
  readonly provider: OidcProvider | undefined;
  readonly login: OidcLoginService;
  readonly sessions: SessionsService;
  readonly publicUrl: PublicUrl;
}

const CALLBACK = '/api/v1/auth/oidc/callback';
/** How long somebody may take at the provider. */
const PENDING_S = 600;

/**
 * Signing in with a provider. What belongs to one log-in (state, nonce, verifier) lies in a cookie of the browser that began it:
 * an answer that is brought by another browser finds none and is refused.
 */
export function registerOidc(server: FastifyInstance, options: OidcRoutesOptions): void {
  const { provider, login, sessions, publicUrl } = options;
  const cookieName = (): string => (isSecure(publicUrl()) ? '__Host-svc_oidc' : 'svc_oidc');
  const cookie = (value: string, maxAgeSeconds: number): string =>
    serializeCookie({ name: cookieName(), value, maxAgeSeconds, secure: isSecure(publicUrl()), httpOnly: true });

  server.get('/api/v1/auth/oidc/start', async (request, reply) => {
    if (!provider) throw notFound();
    const returnTo = safeReturn(queryValue(request, 'return_to'), '/docs');
    const { url, pending } = await provider.begin(`${publicUrl()}${CALLBACK}`, returnTo);
    return reply.header('set-cookie', cookie(encode(pending), PENDING_S)).redirect(url.href, 303);
  });

  server.get(CALLBACK, async (request, reply) => {
    if (!provider) throw notFound();
    void reply.header('set-cookie', cookie('', 0));
    try {
      const pending = decode(readCookie(request.raw.rawHeaders, cookieName()));
      if (!pending)
        throw new ServiceError('unauthenticated', { message: 'The log-in was begun elsewhere or long ago.' });
      const identity = await provider.finish(new URL(`${publicUrl()}${CALLBACK}?${rawQueryOf(request)}`), pending);
      const membership = await login.login(identity);
      const secret = await sessions.openBrowser(membership.id, occasionOf('auth.oidc_callback', request));
      return reply
        .header('set-cookie', sessionCookies(secret, BROWSER_SESSION_S, publicUrl()))
        .redirect(safeReturn(pending.returnTo, '/docs'), 303);
    } catch (error) {
      const { httpStatus, message } = toServiceError(error);
      if (httpStatus >= 500) throw error;
      const body = html`<div class="actions"><a class="button" href="/login">Back to sign in</a></div>`;
      return sendPage(reply, { title: 'Signing in failed', alert: message, body }, httpStatus);
    }
  });
}

function encode(pending: PendingLogin): string {
  return Buffer.from(JSON.stringify(pending)).toString('base64url');
}

/** Undefined for a cookie that is absent or not one of ours. */
function decode(value: string | undefined): PendingLogin | undefined {
  try {
    const parsed = JSON.parse(Buffer.from(value ?? '', 'base64url').toString()) as Partial<PendingLogin>;
    const { state, nonce, codeVerifier, returnTo } = parsed;
    if (![state, nonce, codeVerifier, returnTo].every((part) => typeof part === 'string')) return undefined;
    return parsed as PendingLogin;
  } catch {
    return undefined;
  }
}
