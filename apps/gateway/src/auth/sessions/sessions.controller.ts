import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator } from '../../admission/authenticator.js';
import { sessionCookies, signOutHeaders, toCsrfToken } from '../../admission/browser-session.js';
import { toAuditSource } from '../../audit/audit-source.js';
import { receiveFields, requireField } from '../../http/form-body.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { readClientName } from '../../http/request.js';
import { sendJson } from '../../http/send-json.js';
import { sendOAuthError } from '../oauth-error.js';
import { LoginService } from './login.service.js';
import { BROWSER_SESSION_S, SessionsService } from './sessions.service.js';
import { PENDING_LOGIN_S, SignInService, type SignIn } from './sign-in.service.js';

/** Signing in, renewing and signing out, for programs; the pages have forms of their own. */
@Controller('api/v1/auth')
export class SessionsController {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly login: LoginService,
    private readonly sessions: SessionsService,
    private readonly signIn: SignInService,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
  ) {}

  @Post('login')
  async logIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    // Forms are refused: another site could send one and sign a browser in to an account of its own.
    const fields = await receiveFields(request, { forms: false });
    const email = requireField(fields, 'email');
    const password = requireField(fields, 'password');
    const source = toAuditSource('auth.login', request);
    const membership = await this.login.login({ email, password, source });
    const origin = { source, client: readClientName(request) };
    this.#answer(reply, await this.signIn.begin(membership, 'password', origin));
  }

  /** The second step of a login that needs a code. */
  @Post('totp')
  async giveCode(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const fields = await receiveFields(request, { forms: false });
    const [token, code] = [requireField(fields, 'login_token'), requireField(fields, 'code')];
    const origin = { source: toAuditSource('auth.totp', request), client: readClientName(request) };
    this.#answer(reply, await this.signIn.finish(token, code, origin));
  }

  /** @throws ServiceError permission_denied for an API key, which is not a session. */
  @Post('logout')
  async logOut(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { id, carrier, principal } = await this.authenticator.authenticate(request.raw);
    if (principal.type !== 'user') {
      throw new ServiceError('permission_denied', { message: 'An API key cannot be logged out; revoke it instead.' });
    }
    await this.sessions.revoke(id, toAuditSource('auth.logout', request));
    if (carrier === 'cookie') void reply.headers(signOutHeaders(this.publicUrl()));
    void reply.code(204).send();
  }

  @Post('token/refresh')
  async refresh(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const fields = await receiveFields(request);
    const source = toAuditSource('auth.token_refresh', request);
    const tokens = await this.sessions.refresh(requireField(fields, 'refresh_token'), source);
    if (tokens) sendJson(reply, tokens);
    else sendOAuthError(reply, 'invalid_grant');
  }

  #answer(reply: FastifyReply, signIn: SignIn): void {
    if (signIn.pendingToken !== undefined) {
      const answer = { second_factor_required: true, login_token: signIn.pendingToken, expires_in: PENDING_LOGIN_S };
      return sendJson(reply, answer);
    }
    const { membership, secret } = signIn;
    sendJson(reply.header('set-cookie', sessionCookies(secret, BROWSER_SESSION_S, this.publicUrl())), {
      user_id: membership.userId,
      organization_id: membership.organizationId,
      role: membership.role,
      csrf_token: toCsrfToken(secret),
      expires_in: BROWSER_SESSION_S,
    });
  }
}
