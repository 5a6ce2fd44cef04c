import { toServiceError } from '@svc/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Visitor } from '../edge/authenticator.js';
import { formatUserCode } from '../device/user-code.js';
import { html, type Html } from './html.js';
import { field, hidden, sendPage, type Page } from './page.js';
import { checkFormToken, queryValue, readForm } from './page-request.js';
import type { PagesOptions } from './pages-options.js';

const UNKNOWN = 'No client waits with this code. Compare it with the one the client shows, or start again there.';

export function registerDevicePages(server: FastifyInstance, options: PagesOptions): void {
  const { authenticator, device, publicUrl } = options;

  const toLogin = (reply: FastifyReply, typed: string | undefined): FastifyReply => {
    const back = typed === undefined ? '/device' : `/device?user_code=${encodeURIComponent(typed)}`;
    return reply.redirect(`/login?return_to=${encodeURIComponent(back)}`, 303);
  };

  /** Looks a code up and asks for the decision; where there is none, for the code. */
  const showCode = async (reply: FastifyReply, visitor: Visitor, typed: string): Promise<FastifyReply> => {
    try {
      const code = await device.findWaiting(visitor.credential.principal.id, typed);
      return code === undefined
        ? sendPage(reply, codePage(visitor, typed, UNKNOWN), 404)
        : sendPage(reply, decisionPage(visitor, code));
    } catch (error) {
      const { httpStatus, message, retryAfterSeconds } = toServiceError(error);
      if (httpStatus !== 429) throw error;
      return sendPage(reply.header('retry-after', String(retryAfterSeconds)), codePage(visitor, '', message), 429);
    }
  };

  server.get('/device', async (request, reply) => {
    const typed = queryValue(request, 'user_code') || undefined;
    const visitor = await authenticator.visitor(request.raw.rawHeaders);
    if (!visitor) return toLogin(reply, typed);
    return typed === undefined ? sendPage(reply, codePage(visitor)) : showCode(reply, visitor, typed);
  });

  server.post('/device', async (request: FastifyRequest, reply) => {
    const form = readForm(request, publicUrl());
    const typed = form.get('user_code') ?? '';
    const visitor = await authenticator.visitor(request.raw.rawHeaders);
    if (!visitor) return toLogin(reply, typed);
    checkFormToken(form, visitor);
    const decision = form.get('decision');
    if (decision === undefined) return showCode(reply, visitor, typed);
    const code = await device.findWaiting(visitor.credential.principal.id, typed);
    const { organizationId, id } = visitor.credential.principal;
    const isApproval = decision === 'approve';
    const isDone =
      code !== undefined && (isApproval ? await device.approve(organizationId, id, code) : await device.deny(code));
    return isDone ? sendPage(reply, donePage(isApproval)) : sendPage(reply, codePage(visitor, typed, UNKNOWN), 404);
  });
}

function codePage(visitor: Visitor, typed = '', alert?: string): Page {
  return {
    title: 'Let a client in',
    alert,
    body: html`<form method="post" action="/device">
        ${hidden('csrf_token', visitor.csrfToken)}
        ${field({
          name: 'user_code',
          label: 'Code',
          hint: 'Eight letters, as the client shows them.',
          value: typed.slice(0, 40),
          autocomplete: 'off',
          focused: true,
          code: true,
        })}
        <div class="actions"><button type="submit">Continue</button></div>
      </form>
      ${signedInAs(visitor)}`,
  };
}

function decisionPage(visitor: Visitor, code: string): Page {
  return {
    title: 'Let this client in?',
    body: html`<p>A client asks to act as you. Compare the code with the one it shows:</p>
      <p class="code">${formatUserCode(code)}</p>
      <p>
        Let it in only if you started it yourself, a moment ago. It will be able to do all that you can do, until it is
        logged out.
      </p>
      <form method="post" action="/device">
        ${hidden('csrf_token', visitor.csrfToken)} ${hidden('user_code', code)}
        <div class="actions">
          <button type="submit" name="decision" value="approve">Let it in</button>
          <button type="submit" name="decision" value="deny" class="second">Refuse</button>
        </div>
      </form>
      ${signedInAs(visitor)}`,
  };
}

function donePage(isApproval: boolean): Page {
  return isApproval
    ? { title: 'The client is in', body: html`<p>You can close this page and go on in the client.</p>` }
    : { title: 'The client was refused', body: html`<p>It was told so. You can close this page.</p>` };
}

function signedInAs({ credential, csrfToken }: Visitor): Html {
  return html`<form method="post" action="/logout">
    ${hidden('csrf_token', csrfToken)}
    <p class="fine">Signed in as ${credential.principal.name}.</p>
    <div class="actions"><button type="submit" class="second">Sign out</button></div>
  </form>`;
}
