import { STATUS_CODES } from 'node:http';
import { html } from './html.js';
import type { Page } from './page.js';

/** The routes of programs, which read errors as JSON. A browser is sent to the ones of single sign-on by the provider. */
const PROGRAM_ROUTES = /^\/(?:api\/(?!v1\/auth\/oidc\/)|ofrep\/|mcp\b|health\b|oauth\/token\b|\.well-known\/)/;
const HTML = /\btext\/html\b/i;
const FORM = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

/** The headers and the address that decide which kind of answer a request can show. */
export interface AskedAnswer {
  /** Path and query. */
  readonly target: string;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
}

/** Whether an error is shown to a person: a browser opens a page, or sends one of the forms. */
export function wantsPage({ target, accept = '*/*', contentType = '' }: AskedAnswer): boolean {
  if (PROGRAM_ROUTES.test(target)) return false;
  return HTML.test(accept) || (accept.includes('*/*') && FORM.test(contentType));
}

const TITLES: Readonly<Record<number, string>> = {
  403: 'This is not allowed',
  404: 'Page not found',
  405: 'Page not found',
  413: 'The form is too large',
  415: 'The form cannot be read',
  429: 'Too many attempts',
  503: 'Unavailable right now',
};

export interface ShownError {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** Explains what went wrong with a request of a browser, and how to continue. */
export function errorPage({ status, message, retryAfterSeconds }: ShownError): Page {
  const wait = retryAfterSeconds === undefined ? undefined : Math.max(1, Math.ceil(retryAfterSeconds));
  return {
    title: TITLES[status] ?? (status < 500 ? 'The request cannot be used' : (STATUS_CODES[status] ?? 'Error')),
    alert: message,
    body: html`${wait !== undefined && html`<p>Try again in ${wait} second${wait === 1 ? '' : 's'}.</p>`}
      <p>Go back, reload the page and try again, or start from the sign-in page.</p>
      <div class="actions"><a class="button" href="/login">Sign in</a></div>`,
  };
}
