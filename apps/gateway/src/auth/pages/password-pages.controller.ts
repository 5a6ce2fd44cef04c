import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { notFound } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAuditSource } from '../../audit/audit-source.js';
import { html } from '../../http/html/html.js';
import { field, hidden, sendPage, type Page } from '../../http/html/page.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { PASSWORD_MIN_LENGTH } from '../../workspace/users/password.js';
import { readQueryValue, receiveForm } from '../html/page-request.js';
import { sendRefusal } from '../html/refusal.js';
import { PasswordResetService } from '../password/password-reset.service.js';

const EXPIRED = 'The link was used or has expired. Request another one.';

/** The pages to replace a forgotten password. */
@Controller('password')
export class PasswordPagesController {
  constructor(
    private readonly resets: PasswordResetService,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
  ) {}

  @Get('forgot')
  showRequest(@Res() reply: FastifyReply): void {
    if (!this.resets.isAvailable) throw notFound();
    sendPage(reply, requestPage());
  }

  @Post('forgot')
  async request(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await receiveForm(request, reply, this.publicUrl());
    try {
      await this.resets.request(form.get('email') ?? '', toAuditSource('auth.password_forgot', request));
      sendPage(reply, sentPage());
    } catch (error) {
      sendRefusal(reply, error, ({ message }) => requestPage(message));
    }
  }

  @Get('reset')
  showReset(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendPage(reply, resetPage(readQueryValue(request, 'token') ?? ''));
  }

  @Post('reset')
  async reset(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await receiveForm(request, reply, this.publicUrl());
    const token = form.get('token') ?? '';
    try {
      await this.resets.reset(token, form.get('password') ?? '', toAuditSource('auth.password_reset', request));
      sendPage(reply, donePage());
    } catch (error) {
      sendRefusal(reply, error, ({ code, message }) => resetPage(token, code === 'not_found' ? EXPIRED : message));
    }
  }
}

function requestPage(alert?: string): Page {
  return {
    title: 'Choose a new password',
    alert,
    body: html`<p>We send a link to the address of your account.</p>
      <form method="post" action="/password/forgot">
        ${field({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', focused: true })}
        <div class="actions"><button type="submit">Send the link</button></div>
      </form>
      <p class="fine"><a href="/login">Back to sign in</a></p>`,
  };
}

function sentPage(): Page {
  return {
    title: 'Check your e-mail',
    body: html`<p>
      If the address belongs to an account with a password, a link is on its way. It works for 30 minutes.
    </p>`,
  };
}

function resetPage(token: string, alert?: string): Page {
  return {
    title: 'Choose a new password',
    alert,
    body: html`<form method="post" action="/password/reset">
        ${hidden('token', token)}
        ${field({
          name: 'password',
          label: 'New password',
          type: 'password',
          autocomplete: 'new-password',
          minLength: PASSWORD_MIN_LENGTH,
          hint: `At least ${PASSWORD_MIN_LENGTH} characters; a few words are best.`,
          focused: true,
        })}
        <div class="actions"><button type="submit">Set the password</button></div>
      </form>
      <p class="fine"><a href="/password/forgot">Request another link</a></p>`,
  };
}

function donePage(): Page {
  return {
    title: 'The password is set',
    body: html`<p>All your sessions have ended.</p>
      <div class="actions"><a class="button" href="/login">Sign in</a></div>`,
  };
}
