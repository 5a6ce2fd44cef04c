import { toServiceError } from '@svc/errors';
import type { FastifyInstance } from 'fastify';
import { requireField } from '../edge/form-body.js';
import { occasionOf } from '../edge/occasion-of.js';
import { expiredCookies, sessionCookies } from '../sessions/browser-session.js';
import { safeReturn } from '../sessions/same-origin.js';
import { BROWSER_SESSION_S } from '../sessions/sessions.service.js';
import { html } from './html.js';
import { field, hidden, sendPage, type Page } from './page.js';
import { checkFormToken, queryValue, readForm } from './page-request.js';
import type { PagesOptions } from './pages-options.js';

/** Where somebody goes who came from nowhere in particular. */
const START = '/docs';

interface LoginPage {
  readonly returnTo: string;
  readonly email?: string;
  readonly alert?: string;
}

export function registerLoginPages(server: FastifyInstance, options: PagesOptions): void {
  const { authenticator, login, sessions, publicUrl, singleSignOn } = options;

  const page = ({ returnTo, email = '', alert }: LoginPage): Page => ({
    title: 'Sign in',
    alert,
    body: html`<form method="post" action="/login">
        ${hidden('return_to', returnTo)}
        ${field({
          name: 'email',
          label: 'E-mail address',
          type: 'email',
          value: email,
          autocomplete: 'username',
          focused: email === '',
        })}
        ${field({
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'current-password',
          focused: email !== '',
        })}
        <div class="actions"><button type="submit">Sign in</button></div>
      </form>
      ${
        singleSignOn !== undefined &&
        html`<div class="actions">
          <a class="button second" href="/api/v1/auth/oidc/start?return_to=${encodeURIComponent(returnTo)}"
            >Sign in with ${singleSignOn}</a
          >
        </div>`
      }`,
  });

  server.get('/login', async (request, reply) => {
    const returnTo = safeReturn(queryValue(request, 'return_to'), START);
    if (await authenticator.visitor(request.raw.rawHeaders)) return reply.redirect(returnTo, 303);
    return sendPage(reply, page({ returnTo }));
  });

  server.post('/login', async (request, reply) => {
    const form = readForm(request, publicUrl());
    const returnTo = safeReturn(form.get('return_to'), START);
    const email = form.get('email') ?? '';
    try {
      const password = requireField(form, 'password');
      const membership = await login.login({ email, password, ip: request.ip });
      const secret = await sessions.openBrowser(membership.id, occasionOf('auth.login', request));
      return reply.header('set-cookie', sessionCookies(secret, BROWSER_SESSION_S, publicUrl())).redirect(returnTo, 303);
    } catch (error) {
      const { httpStatus, message, retryAfterSeconds } = toServiceError(error);
      if (httpStatus >= 500) throw error;
      if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
      return sendPage(reply, page({ returnTo, email, alert: message }), httpStatus);
    }
  });

  server.post('/logout', async (request, reply) => {
    const form = readForm(request, publicUrl());
    const visitor = await authenticator.visitor(request.raw.rawHeaders);
    if (visitor) {
      checkFormToken(form, visitor);
      await sessions.revoke(visitor.credential.id);
    }
    return reply.header('set-cookie', expiredCookies(publicUrl())).redirect('/login', 303);
  });
}
