import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { isRole } from '@svc/auth';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator, type Visitor } from '../../admission/authenticator.js';
import { toAuditSource } from '../../audit/audit-source.js';
import { sendPage } from '../../http/html/page.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { DeviceService } from '../device/device.service.js';
import { checkFormToken, readQueryValue, receiveForm } from '../html/page-request.js';
import { sendRefusal } from '../html/refusal.js';
import { codePage, decisionPage, donePage } from './device-page.js';

const UNKNOWN = 'No client waits with this code. Compare it with the one the client shows, or start again there.';

/** The pages on which a user approves a client without a browser. */
@Controller('device')
export class DevicePagesController {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly device: DeviceService,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const typed = readQueryValue(request, 'user_code') || undefined;
    const visitor = await this.authenticator.visitor(request.raw.rawHeaders);
    if (!visitor) return redirectToLogin(reply, typed);
    if (typed === undefined) return sendPage(reply, codePage(visitor));
    await this.#showCode(request, reply, visitor, typed);
  }

  @Post()
  async decide(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await receiveForm(request, reply, this.publicUrl());
    const typed = form.get('user_code') ?? '';
    const visitor = await this.authenticator.visitor(request.raw.rawHeaders);
    if (!visitor) return redirectToLogin(reply, typed);
    checkFormToken(form, visitor);
    const decision = form.get('decision');
    if (decision === undefined) return this.#showCode(request, reply, visitor, typed);
    const role = form.get('role') ?? visitor.credential.principal.role;
    if (!isRole(role)) throw invalidField('role', 'is not a role');
    const waiting = await this.device.findWaiting(visitor.credential.principal.id, typed);
    const isApproval = decision === 'approve';
    const isDecided =
      waiting &&
      (isApproval
        ? await this.device.approve(
            visitor.credential,
            waiting.userCode,
            role,
            toAuditSource('auth.device_approve', request),
          )
        : await this.device.deny(visitor.credential, waiting.userCode, toAuditSource('auth.device_deny', request)));
    if (isDecided) sendPage(reply, donePage(isApproval));
    else sendPage(reply, codePage(visitor, typed, UNKNOWN), 404);
  }

  /** Looks a code up and shows the decision page, or the code page again if the code is unknown. */
  async #showCode(request: FastifyRequest, reply: FastifyReply, visitor: Visitor, typed: string): Promise<void> {
    try {
      const waiting = await this.device.findWaiting(visitor.credential.principal.id, typed);
      if (waiting === undefined) sendPage(reply, codePage(visitor, typed, UNKNOWN), 404);
      else sendPage(reply, decisionPage(visitor, waiting, { address: request.ip, nowMs: this.clock() }));
    } catch (error) {
      sendRefusal(reply, error, ({ message }) => codePage(visitor, '', message));
    }
  }
}

function redirectToLogin(reply: FastifyReply, typed: string | undefined): void {
  const back = typed === undefined ? '/device' : `/device?user_code=${encodeURIComponent(typed)}`;
  void reply.redirect(`/login?return_to=${encodeURIComponent(back)}`, 303);
}
