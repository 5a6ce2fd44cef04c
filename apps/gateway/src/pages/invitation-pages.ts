import { ServiceError, toServiceError } from '@svc/errors';
import type { FastifyInstance } from 'fastify';
import type { ShownInvitation } from '../invitations/acceptance.service.js';
import { PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH } from '../users/password.js';
import { html } from './html.js';
import { field, hidden, sendPage, type Page } from './page.js';
import { queryValue, readForm } from './page-request.js';
import type { PagesOptions } from './pages-options.js';

const PATH = '/invitations/accept';

export function registerInvitationPages(server: FastifyInstance, { acceptance, publicUrl }: PagesOptions): void {
  server.get(PATH, async (request, reply) => {
    const token = queryValue(request, 'token') ?? '';
    try {
      return sendPage(reply, formPage(await acceptance.show(token), token));
    } catch (error) {
      return sendPage(reply, refusedPage(error), toServiceError(error).httpStatus);
    }
  });

  server.post(PATH, async (request, reply) => {
    const form = readForm(request, publicUrl());
    const token = form.get('token') ?? '';
    const name = form.get('name') ?? '';
    try {
      const shown = await acceptance.show(token);
      const password = form.get('password') ?? '';
      try {
        checkPassword(password);
        await acceptance.accept({ token, name, password });
      } catch (error) {
        const { code, httpStatus, message } = toServiceError(error);
        if (code === 'state_conflict' || httpStatus >= 500) throw error;
        return sendPage(reply, formPage(shown, token, name, message), httpStatus);
      }
      return sendPage(reply, donePage(shown));
    } catch (error) {
      return sendPage(reply, refusedPage(error), toServiceError(error).httpStatus);
    }
  });
}

function checkPassword(password: string): void {
  if (password.length >= PASSWORD_MIN_LENGTH && password.length <= PASSWORD_MAX_LENGTH) return;
  throw new ServiceError('invalid_request', {
    message: `The password must have ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`,
  });
}

function formPage(shown: ShownInvitation, token: string, name = '', alert?: string): Page {
  const { email, hasAccount, organization } = shown;
  return {
    title: `Join ${organization.name}`,
    alert,
    body: html`<p>The invitation is for <strong>${email}</strong>.</p>
      <form method="post" action="${PATH}">
        ${hidden('token', token)}
        <input type="hidden" name="username" autocomplete="username" value="${email}" />
        ${!hasAccount && field({ name: 'name', label: 'Your name', value: name, autocomplete: 'name', focused: true })}
        ${field({
          name: 'password',
          label: hasAccount ? 'Password of your account' : 'Choose a password',
          type: 'password',
          autocomplete: hasAccount ? 'current-password' : 'new-password',
          minLength: PASSWORD_MIN_LENGTH,
          focused: hasAccount,
          ...(!hasAccount && { hint: `At least ${PASSWORD_MIN_LENGTH} characters; a few words are best.` }),
        })}
        <div class="actions"><button type="submit">Join</button></div>
      </form>`,
  };
}

function donePage({ organization }: ShownInvitation): Page {
  return {
    title: 'You are in',
    body: html`<p>You are a member of ${organization.name} now.</p>
      <div class="actions"><a class="button" href="/login">Sign in</a></div>`,
  };
}

function refusedPage(error: unknown): Page {
  const { code, message } = toServiceError(error);
  return {
    title: 'The invitation cannot be used',
    alert: code === 'not_found' ? 'No such invitation: the link may be incomplete.' : message,
    body: html`<p>Ask whoever invited you for another one.</p>`,
  };
}
