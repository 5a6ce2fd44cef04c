import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ServiceError, notFound, toServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../../admission/browser-session.js';
import { readCookie, serializeCookie } from '../../admission/cookies.js';
import { AccountAttempts } from '../../audit/account-attempts.js';
import { toAuditSource } from '../../audit/audit-source.js';
import { html } from '../../http/html/html.js';
import { sendPage } from '../../http/html/page.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { readClientName, readRawQuery } from '../../http/request.js';
import { readQueryValue } from '../html/page-request.js';
import { sendSignIn } from '../html/sign-in-reply.js';
import { safeReturn } from '../same-origin.js';
import { SignInService } from '../sessions/sign-in.service.js';
import { OidcLoginService } from './oidc-login.service.js';
import { OidcProvider, type PendingLogin } from './provider.js';

const CALLBACK = '/api/v1/auth/oidc/callback';
/** The time that a user has to sign in at the provider. */
const PENDING_S = 600;
/** Longest address to return to. It is in the cookie, and browsers drop one of more than 4,096 bytes, with which the login would end. */
const MAX_RETURN_LENGTH = 2_000;

/**
 * Signs users in with an OpenID Connect provider. State, nonce and verifier of one login are in a cookie of the browser
 * that started it: an answer from another browser has no such cookie and is refused.
 */
@Controller('api/v1/auth/oidc')
export class OidcController {
  constructor(
    private readonly provider: OidcProvider,
    private readonly login: OidcLoginService,
    private readonly signIn: SignInService,
    private readonly refused: AccountAttempts,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
  ) {}

  @Get('start')
  async start(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!this.provider.isConfigured) throw notFound();
    const asked = safeReturn(readQueryValue(request, 'return_to'));
    const returnTo = asked.length > MAX_RETURN_LENGTH ? safeReturn(undefined) : asked;
    const { url, pending } = await this.provider.begin(`${this.publicUrl()}${CALLBACK}`, returnTo);
    void reply.header('set-cookie', this.#cookie(encode(pending), PENDING_S)).redirect(url.href, 303);
  }

  @Get('callback')
  async finish(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!this.provider.isConfigured) throw notFound();
    void reply.header('set-cookie', this.#cookie('', 0));
    try {
      await this.#signIn(request, reply);
    } catch (error) {
      this.refused.note(undefined, toAuditSource('auth.oidc_callback', request), error);
      const { httpStatus, message } = toServiceError(error);
      if (httpStatus >= 500) throw error;
      const body = html`<div class="actions"><a class="button" href="/login">Back to sign in</a></div>`;
      sendPage(reply, { title: 'Signing in failed', alert: message, body }, httpStatus);
    }
  }

  async #signIn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const pending = decode(readCookie(request.raw.rawHeaders, this.#cookieName));
    if (!pending) {
      throw new ServiceError('unauthenticated', {
        message: 'The login was started in another browser or has expired.',
      });
    }
    const callback = new URL(`${this.publicUrl()}${CALLBACK}?${readRawQuery(request)}`);
    const source = toAuditSource('auth.oidc_callback', request);
    const membership = await this.login.login(await this.provider.finish(callback, pending), source);
    const origin = { source, client: readClientName(request) };
    const signIn = await this.signIn.begin(membership, 'provider', origin);
    sendSignIn(reply, signIn, safeReturn(pending.returnTo), this.publicUrl());
  }

  get #cookieName(): string {
    return isSecure(this.publicUrl()) ? '__Host-svc_oidc' : 'svc_oidc';
  }

  #cookie(value: string, maxAgeSeconds: number): string {
    const secure = isSecure(this.publicUrl());
    return serializeCookie({ name: this.#cookieName, value, maxAgeSeconds, secure, httpOnly: true });
  }
}

function encode(pending: PendingLogin): string {
  return Buffer.from(JSON.stringify(pending)).toString('base64url');
}

/** Undefined for a cookie that is absent or malformed. */
function decode(value: string | undefined): PendingLogin | undefined {
  try {
    const parsed = JSON.parse(Buffer.from(value ?? '', 'base64url').toString()) as Partial<PendingLogin>;
    const { state, nonce, codeVerifier, returnTo } = parsed;
    if (![state, nonce, codeVerifier, returnTo].every((part) => typeof part === 'string')) return undefined;
    return parsed as PendingLogin;
  } catch {
    return undefined;
  }
}
