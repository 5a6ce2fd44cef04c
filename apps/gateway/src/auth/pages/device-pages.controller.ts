import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { toServiceError } from '@svc/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator, type Visitor } from '../../admission/authenticator.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { DeviceService } from '../device/device.service.js';
import { formatUserCode } from '../device/user-code.js';
import { html, type Html } from '../html/html.js';
import { checkFormToken, readQueryValue, receiveForm } from '../html/page-request.js';
import { field, hidden, sendPage, type Page } from '../html/page.js';

const UNKNOWN = 'No client waits with this code. Compare it with the one the client shows, or start again there.';

/** The pages on which a user approves a client without a browser. */
@Controller('device')
export class DevicePagesController {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly device: DeviceService,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
  ) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const typed = readQueryValue(request, 'user_code') || undefined;
    const visitor = await this.authenticator.visitor(request.raw.rawHeaders);
    if (!visitor) return redirectToLogin(reply, typed);
    if (typed === undefined) return sendPage(reply, codePage(visitor));
    await this.#showCode(reply, visitor, typed);
  }

  @Post()
  async decide(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await receiveForm(request, reply, this.publicUrl());
    const typed = form.get('user_code') ?? '';
    const visitor = await this.authenticator.visitor(request.raw.rawHeaders);
    if (!visitor) return redirectToLogin(reply, typed);
    checkFormToken(form, visitor);
    const decision = form.get('decision');
    if (decision === undefined) return this.#showCode(reply, visitor, typed);
    const code = await this.device.findWaiting(visitor.credential.principal.id, typed);
    const isApproval = decision === 'approve';
    if (code !== undefined && (await this.#store(visitor, code, isApproval))) sendPage(reply, donePage(isApproval));
    else sendPage(reply, codePage(visitor, typed, UNKNOWN), 404);
  }

  /** False when the client no longer waits. */
  #store(visitor: Visitor, code: string, isApproval: boolean): Promise<boolean> {
    const { organizationId, id } = visitor.credential.principal;
    return isApproval ? this.device.approve(organizationId, id, code) : this.device.deny(code);
  }

  /** Looks a code up and asks for the decision; when there is none, for the code again. */
  async #showCode(reply: FastifyReply, visitor: Visitor, typed: string): Promise<void> {
    try {
      const code = await this.device.findWaiting(visitor.credential.principal.id, typed);
      if (code === undefined) sendPage(reply, codePage(visitor, typed, UNKNOWN), 404);
      else sendPage(reply, decisionPage(visitor, code));
    } catch (error) {
      const { httpStatus, message, retryAfterSeconds } = toServiceError(error);
      if (httpStatus !== 429) throw error;
      sendPage(reply.header('retry-after', String(retryAfterSeconds)), codePage(visitor, '', message), 429);
    }
  }
}

function redirectToLogin(reply: FastifyReply, typed: string | undefined): void {
  const back = typed === undefined ? '/device' : `/device?user_code=${encodeURIComponent(typed)}`;
  void reply.redirect(`/login?return_to=${encodeURIComponent(back)}`, 303);
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
