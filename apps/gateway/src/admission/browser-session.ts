import { createHash } from 'node:crypto';
import { equalSecrets } from '@svc/auth';
import { ServiceError } from '@svc/service-error';
import { readCookie, serializeCookie } from './cookies.js';

/** Header with the CSRF token, required on every changing request of a browser session; only scripts of this origin can read the token. */
export const CSRF_HEADER = 'x-csrf-token';
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns the name of a cookie. With the prefix, browsers accept it only from this host and only over https. */
function cookieName(cookie: 'session' | 'csrf', secure: boolean): string {
  return `${secure ? '__Host-' : ''}svc_${cookie}`;
}

export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/** The secret of the session a browser sends, or undefined. */
export function readSessionSecret(rawHeaders: readonly string[], publicUrl: string): string | undefined {
  return readCookie(rawHeaders, cookieName('session', isSecure(publicUrl)));
}

/** Derived from the session's secret, so it needs no storage; it does not reveal the secret. */
export function toCsrfToken(sessionSecret: string): string {
  return createHash('sha256').update(`csrf ${sessionSecret}`).digest('base64url');
}

/** The cookies of a session: its secret, kept from scripts, and the CSRF token, which scripts are to read. */
export function sessionCookies(secret: string, maxAgeSeconds: number, publicUrl: string): string[] {
  const secure = isSecure(publicUrl);
  return [
    serializeCookie({ name: cookieName('session', secure), value: secret, maxAgeSeconds, secure, httpOnly: true }),
    serializeCookie({
      name: cookieName('csrf', secure),
      value: toCsrfToken(secret),
      maxAgeSeconds,
      secure,
      httpOnly: false,
    }),
  ];
}

/** The headers of an answer that ends the session of a browser: both cookies end, and over https what pages of this origin have kept. */
export function signOutHeaders(publicUrl: string): Record<string, string | string[]> {
  // Browsers ignore the header elsewhere.
  const cleared = isSecure(publicUrl) ? { 'clear-site-data': '"cache", "storage"' } : undefined;
  return { 'set-cookie': expiredCookies(publicUrl), ...cleared };
}

/** Removes both. */
function expiredCookies(publicUrl: string): string[] {
  const secure = isSecure(publicUrl);
  return (['session', 'csrf'] as const).map((cookie) =>
    serializeCookie({
      name: cookieName(cookie, secure),
      value: '',
      maxAgeSeconds: 0,
      secure,
      httpOnly: cookie === 'session',
    }),
  );
}

/** @throws ServiceError permission_denied when a request that changes something does not carry the session's CSRF token. */
export function checkCsrf(method: string, sessionSecret: string, token: string | undefined): void {
  if (SAFE_METHODS.has(method)) return;
  if (token === undefined || !equalSecrets(token, toCsrfToken(sessionSecret))) {
    throw new ServiceError('permission_denied', { message: `A browser session needs the header ${CSRF_HEADER}.` });
  }
}

/**
 * Refuses a request that a page of another site, or of another host of the same site, sends with the cookie of the session. Browsers hide
 * the answer from such a page, but not the time that it takes, and not that a stream stays open. Programs do not send the header.
 *
 * @param site the header Sec-Fetch-Site; `none` where the user has typed the address.
 * @throws ServiceError permission_denied.
 */
export function checkSite(site: string | undefined): void {
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  throw new ServiceError('permission_denied', {
    message:
      'A browser session is for pages of this service. Requests of other pages need a key in the header X-Svc-API-Key.',
  });
}
