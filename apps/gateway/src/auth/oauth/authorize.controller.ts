import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { isRole } from '@svc/auth';
import { invalidField } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator, type Visitor } from '../../admission/authenticator.js';
import { toAuditSource } from '../../audit/audit-source.js';
import { sendPage } from '../../http/html/page.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { redirectAway } from '../../http/redirect-away.js';
import { readRawQuery } from '../../http/request.js';
import { checkFormToken, receiveForm } from '../html/page-request.js';
import { sendRefusal } from '../html/refusal.js';
import { AuthorizationCodesService } from './authorization-codes.service.js';
import type { AuthorizationRequest } from './authorization-request.js';
import { authorizePage, refusedPage } from './authorize-page.js';

/** The page on which a user lets a client of the authorization code flow in. */
@Controller('oauth/authorize')
export class AuthorizeController {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly codes: AuthorizationCodesService,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
  ) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const query = readRawQuery(request);
    const visitor = await this.authenticator.visitor(request.raw.rawHeaders);
    if (!visitor) return redirectToLogin(reply, query);
    await this.#withRequest(reply, visitor, query, (wanted) => {
      sendPage(reply, authorizePage(visitor, query, wanted));
      return Promise.resolve();
    });
  }

  @Post()
  async decide(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await receiveForm(request, reply, this.publicUrl());
    const query = form.get('query') ?? '';
    const visitor = await this.authenticator.visitor(request.raw.rawHeaders);
    if (!visitor) return redirectToLogin(reply, query);
    checkFormToken(form, visitor);
    const decision = form.get('decision');
    if (decision !== 'approve' && decision !== 'deny') throw invalidField('decision', 'must be approve or deny');
    const role = form.get('role') ?? 'ROLE_VIEWER';
    if (!isRole(role)) throw invalidField('role', 'is not a role');
    await this.#withRequest(reply, visitor, query, async (wanted) => {
      const { credential } = visitor;
      const target =
        decision === 'approve'
          ? await this.codes.approve(credential, wanted, role, toAuditSource('auth.oauth_approve', request))
          : await this.codes.deny(credential, wanted, toAuditSource('auth.oauth_deny', request));
      if (target === undefined) sendPage(reply, refusedPage('You are no member of an organization.'), 403);
      else redirectAway(reply, target);
    });
  }

  /** Reads the request anew each time, because the form comes from a browser. */
  async #withRequest(
    reply: FastifyReply,
    { credential }: Visitor,
    query: string,
    answer: (request: AuthorizationRequest) => Promise<void>,
  ): Promise<void> {
    try {
      const read = await this.codes.read(query, credential.principal.id);
      if ('request' in read) await answer(read.request);
      else if ('refusal' in read) sendPage(reply, refusedPage(read.refusal), 400);
      else redirectAway(reply, this.codes.refuse(read));
    } catch (error) {
      sendRefusal(reply, error, ({ message }) => refusedPage(message));
    }
  }
}

function redirectToLogin(reply: FastifyReply, query: string): void {
  void reply.redirect(`/login?return_to=${encodeURIComponent(`/oauth/authorize?${query}`)}`, 303);
}
