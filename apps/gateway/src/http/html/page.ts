import type { FastifyReply } from 'fastify';
import { html, type Html } from './html.js';

/** Only the style sheet and forms of this service; no script at all. */
const toPolicy = (formTargets: string): string =>
  `default-src 'none'; style-src 'self'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`;

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** An error message; read out immediately, and first. */
  readonly alert?: string | undefined;
  /** Sources besides this one to which the answer of a form may redirect, in the form of a content security policy. */
  readonly formTargets?: string;
}

/** A whole page: one heading, one thing to do, usable without script, mouse or colors. */
function renderPage({ title, body, alert }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${alert === undefined ? '' : 'Error: '}${title} · svc</title>
        <link rel="stylesheet" href="/pages.css" />
      </head>
      <body>
        <main>
          <p class="brand">svc</p>
          <h1>${title}</h1>
          ${alert === undefined ? undefined : html`<p class="alert" role="alert">${alert}</p>`} ${body}
        </main>
      </body>
    </html>`.text;
}

export function sendPage(reply: FastifyReply, page: Page, status = 200): void {
  void reply
    .code(status)
    .header('content-security-policy', toPolicy(`'self' ${page.formTargets ?? ''}`.trimEnd()))
    // For forms of a page with no-referrer, browsers send "Origin: null", which looks like a form of another site.
    .header('referrer-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(renderPage(page));
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly value?: string;
  readonly autocomplete: string;
  readonly hint?: string;
  readonly minLength?: number;
  readonly focused?: boolean;
  readonly code?: boolean;
}

/** A required field with its label above it and its hint tied to it. */
export function field({ name, label, type = 'text', value = '', autocomplete, hint, ...more }: Field): Html {
  const described = hint === undefined ? undefined : html` aria-describedby="${name}-hint"`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint === undefined ? undefined : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      required
      ${more.minLength === undefined ? undefined : html`minlength="${more.minLength}"`}
      ${more.code === true ? html`class="code" spellcheck="false" autocapitalize="characters"` : undefined}
      ${more.focused === true ? html`autofocus` : undefined}${described}
    />
  </div>`;
}

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}
