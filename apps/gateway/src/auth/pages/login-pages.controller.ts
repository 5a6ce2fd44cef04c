import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator } from '../../admission/authenticator.js';
import { signOutHeaders } from '../../admission/browser-session.js';
import { toAuditSource } from '../../audit/audit-source.js';
import { requireField } from '../../http/form-body.js';
import { html } from '../../http/html/html.js';
import { field, hidden, sendPage, type Page } from '../../http/html/page.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { readClientName } from '../../http/request.js';
import { checkFormToken, readQueryValue, receiveForm } from '../html/page-request.js';
import { sendRefusal } from '../html/refusal.js';
import { sendSignIn } from '../html/sign-in-reply.js';
import { OidcProvider } from '../oidc/provider.js';
import { PasswordResetService } from '../password/password-reset.service.js';
import { safeReturn } from '../same-origin.js';
import { LoginService } from '../sessions/login.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignInService } from '../sessions/sign-in.service.js';

/** The page to sign in, and the routes of its forms to sign in and out. */
@Controller()
export class LoginPagesController {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly login: LoginService,
    private readonly sessions: SessionsService,
    private readonly signIn: SignInService,
    private readonly provider: OidcProvider,
    private readonly resets: PasswordResetService,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
  ) {}

  @Get('login')
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const returnTo = safeReturn(readQueryValue(request, 'return_to'));
    if (await this.authenticator.visitor(request.raw.rawHeaders)) return void reply.redirect(returnTo, 303);
    sendPage(reply, loginPage({ returnTo, ...this.#offers }));
  }

  @Post('login')
  async logIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await receiveForm(request, reply, this.publicUrl());
    const returnTo = safeReturn(form.get('return_to'));
    const email = form.get('email') ?? '';
    try {
      const password = requireField(form, 'password');
      const source = toAuditSource('auth.login', request);
      const membership = await this.login.login({ email, password, source });
      const origin = { source, client: readClientName(request) };
      sendSignIn(reply, await this.signIn.begin(membership, 'password', origin), returnTo, this.publicUrl());
    } catch (error) {
      sendRefusal(reply, error, ({ message }) => loginPage({ returnTo, email, alert: message, ...this.#offers }));
    }
  }

  @Post('logout')
  async logOut(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await receiveForm(request, reply, this.publicUrl());
    const visitor = await this.authenticator.visitor(request.raw.rawHeaders);
    if (visitor) {
      checkFormToken(form, visitor);
      await this.sessions.revoke(visitor.credential.id, toAuditSource('auth.logout', request));
    }
    void reply.headers(signOutHeaders(this.publicUrl())).redirect('/login', 303);
  }

  get #offers(): Offers {
    return { singleSignOn: this.provider.name, isResettable: this.resets.isAvailable };
  }
}

/** Ways to sign in besides the password. */
interface Offers {
  /** Display name of the provider users may sign in with; undefined where none is configured. */
  readonly singleSignOn: string | undefined;
  /** Whether a link to replace the password can be sent. */
  readonly isResettable: boolean;
}

interface LoginPage extends Offers {
  readonly returnTo: string;
  readonly email?: string;
  readonly alert?: string;
}

function loginPage({ returnTo, email = '', alert, singleSignOn, isResettable }: LoginPage): Page {
  return {
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
      ${isResettable && html`<p class="fine"><a href="/password/forgot">Forgot your password?</a></p>`}
      ${
        singleSignOn !== undefined &&
        html`<div class="actions">
          <a class="button second" href="/api/v1/auth/oidc/start?return_to=${encodeURIComponent(returnTo)}"
            >Sign in with ${singleSignOn}</a
          >
        </div>`
      }`,
  };
}
