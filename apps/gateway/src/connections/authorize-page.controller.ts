import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator, type Visitor } from '../admission/authenticator.js';
import { toAuditSource } from '../audit/audit-source.js';
import { checkFormToken, readQueryValue, receiveForm } from '../auth/html/page-request.js';
import { sendRefusal } from '../auth/html/refusal.js';
import { sendPage } from '../http/html/page.js';
import { PUBLIC_URL, type PublicUrl } from '../http/public-url.js';
import { redirectAway } from '../http/redirect-away.js';
import { AuthorizationReviewService } from './authorization-review.service.js';
import { AUTHORIZE_PATH, authorizePage, refusedPage } from './authorize-page.js';
import { redirectToResult } from './result-page.js';

/**
 * The page on which a user confirms the authorization of a connection. Of its address only the state is used, although
 * there is more in it; everything that is shown or sent to the provider comes from the store.
 */
@Controller(AUTHORIZE_PATH)
export class AuthorizePageController {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly reviews: AuthorizationReviewService,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const state = toState(readQueryValue(request, 'state'));
    const visitor = await this.authenticator.visitor(request.raw.rawHeaders);
    if (!visitor) return redirectToLogin(reply, state);
    await refusing(reply, visitor, async () => {
      sendPage(reply, authorizePage(visitor, state, await this.reviews.find(visitor, state), this.clock()));
    });
  }

  @Post()
  async decide(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await receiveForm(request, reply, this.publicUrl());
    const state = toState(form.get('state'));
    const visitor = await this.authenticator.visitor(request.raw.rawHeaders);
    if (!visitor) return redirectToLogin(reply, state);
    checkFormToken(form, visitor);
    const decision = form.get('decision');
    if (decision !== 'continue' && decision !== 'cancel') throw invalidField('decision', 'must be continue or cancel');
    await refusing(reply, visitor, async () => {
      if (decision === 'continue') {
        const source = toAuditSource('connections.oauth_confirm', request);
        return redirectAway(reply, await this.reviews.confirm(visitor, state, source));
      }
      const projectId = await this.reviews.cancel(visitor, state, toAuditSource('connections.oauth_cancel', request));
      redirectToResult(reply, 'denied', { projectId, connectionId: '' });
    });
  }
}

async function refusing(reply: FastifyReply, visitor: Visitor, answer: () => Promise<void>): Promise<void> {
  try {
    await answer();
  } catch (error) {
    sendRefusal(reply, error, (refusal) => refusedPage(visitor, refusal));
  }
}

/** A state as it was issued; '' for every other text, which no authorization has. */
function toState(text = ''): string {
  return /^[\w-]{43}$/.test(text) ? text : '';
}

function redirectToLogin(reply: FastifyReply, state: string): void {
  const back = state === '' ? AUTHORIZE_PATH : `${AUTHORIZE_PATH}?state=${state}`;
  void reply.redirect(`/login?return_to=${encodeURIComponent(back)}`, 303);
}
