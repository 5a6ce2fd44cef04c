import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator } from '../../admission/authenticator.js';
import { signOutHeaders } from '../../admission/browser-session.js';
import { toAuditSource } from '../../audit/audit-source.js';
import { requireField } from '../../http/form-body.js';
import { sendPage } from '../../http/html/page.js';
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
import { SetupService } from '../setup/setup.service.js';
import { loginPage, type Offers } from './login-page.js';

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
    private readonly setup: SetupService,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
  ) {}

  @Get('login')
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const returnTo = safeReturn(readQueryValue(request, 'return_to'));
    if (await this.authenticator.visitor(request.raw.rawHeaders)) return void reply.redirect(returnTo, 303);
    sendPage(reply, loginPage({ returnTo, ...(await this.#offers()) }));
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
      const offers = await this.#offers();
      sendRefusal(reply, error, ({ message }) => loginPage({ returnTo, email, alert: message, ...offers }));
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

  async #offers(): Promise<Offers> {
    const firstAccount = this.setup.hasLink ? 'link' : 'setting';
    return {
      singleSignOn: this.provider.name,
      isResettable: this.resets.isAvailable,
      firstAccount: (await this.setup.isWaiting()) ? firstAccount : undefined,
    };
  }
}
