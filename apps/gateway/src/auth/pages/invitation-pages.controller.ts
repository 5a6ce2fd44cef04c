import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { toServiceError, type ServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAuditSource, type AuditSource } from '../../audit/audit-source.js';
import type { Fields } from '../../http/form-body.js';
import { html } from '../../http/html/html.js';
import { field, hidden, sendPage, type Page } from '../../http/html/page.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { AcceptanceService, type ShownInvitation } from '../../workspace/invitations/acceptance.service.js';
import { PASSWORD_MIN_LENGTH, checkNewPassword } from '../../workspace/users/password.js';
import { readQueryValue, receiveForm } from '../html/page-request.js';
import { sendRefusal } from '../html/refusal.js';

const PATH = '/invitations/accept';

/** The page on which an invited user joins. */
@Controller(PATH)
export class InvitationPagesController {
  constructor(
    private readonly acceptance: AcceptanceService,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
  ) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const token = readQueryValue(request, 'token') ?? '';
    try {
      sendPage(reply, formPage(await this.acceptance.show(token), token));
    } catch (error) {
      sendRefusal(reply, error, refusedPage);
    }
  }

  @Post()
  async accept(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await receiveForm(request, reply, this.publicUrl());
    try {
      await this.#accept(form, reply, toAuditSource('invitations.accept', request));
    } catch (error) {
      sendRefusal(reply, error, refusedPage);
    }
  }

  /** Shows the form again if only the entered values are wrong. */
  async #accept(form: Fields, reply: FastifyReply, source: AuditSource): Promise<void> {
    const token = form.get('token') ?? '';
    const name = form.get('name') ?? '';
    const shown = await this.acceptance.show(token);
    const password = form.get('password') ?? '';
    try {
      checkNewPassword(password);
      await this.acceptance.accept({ token, name, password }, source);
    } catch (error) {
      if (toServiceError(error).code === 'state_conflict') throw error;
      return sendRefusal(reply, error, ({ message }) => formPage(shown, token, name, message));
    }
    sendPage(reply, donePage(shown));
  }
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

function refusedPage({ code, message }: ServiceError): Page {
  return {
    title: 'The invitation cannot be used',
    alert: code === 'not_found' ? 'No such invitation: the link may be incomplete.' : message,
    body: html`<p>Ask an admin of the organization for another one.</p>`,
  };
}
