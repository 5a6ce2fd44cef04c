import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAuditSource } from '../../audit/audit-source.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { readClientName } from '../../http/request.js';
import { codePage } from '../html/code-page.js';
import { receiveForm } from '../html/page-request.js';
import { sendRefusal } from '../html/refusal.js';
import { sendSignIn } from '../html/sign-in-reply.js';
import { safeReturn } from '../same-origin.js';
import { SignInService } from '../sessions/sign-in.service.js';

/** The form with the second factor. */
@Controller('login/code')
export class SecondFactorPagesController {
  constructor(
    private readonly signIn: SignInService,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
  ) {}

  @Post()
  async giveCode(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await receiveForm(request, reply, this.publicUrl());
    const returnTo = safeReturn(form.get('return_to'));
    const loginToken = form.get('login_token') ?? '';
    const origin = { source: toAuditSource('auth.totp', request), client: readClientName(request) };
    try {
      const signIn = await this.signIn.finish(loginToken, form.get('code') ?? '', origin);
      sendSignIn(reply, signIn, returnTo, this.publicUrl());
    } catch (error) {
      sendRefusal(reply, error, ({ message }) => codePage({ returnTo, loginToken, alert: message }));
    }
  }
}
