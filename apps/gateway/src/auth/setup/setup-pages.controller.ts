import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { notFound } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAuditSource } from '../../audit/audit-source.js';
import { sendPage } from '../../http/html/page.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { readClientName } from '../../http/request.js';
import { readQueryValue, receiveForm } from '../html/page-request.js';
import { sendRefusal } from '../html/refusal.js';
import { sendSignIn } from '../html/sign-in-reply.js';
import { SignInService } from '../sessions/sign-in.service.js';
import { refusedPage, setupPage } from './setup-page.js';
import { SetupService } from './setup.service.js';

/** The codes with which the link itself is refused, and not what was entered. */
const REFUSALS: ReadonlySet<string> = new Set(['not_found', 'state_conflict']);

/** The page that creates the first account, for the operator who has started the service and reads its output. */
@Controller('setup')
export class SetupPagesController {
  constructor(
    private readonly setup: SetupService,
    private readonly signIn: SignInService,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
  ) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.#requireLink();
    try {
      await this.setup.check(readToken(request));
      sendPage(reply, setupPage({ email: '', name: '' }));
    } catch (error) {
      sendRefusal(reply, error, refusedPage);
    }
  }

  @Post()
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.#requireLink();
    const form = await receiveForm(request, reply, this.publicUrl());
    const read = (name: string): string => form.get(name) ?? '';
    const account = { email: read('email'), name: read('name'), password: read('password') };
    try {
      const source = toAuditSource('auth.setup', request);
      const membership = await this.setup.create(readToken(request), account, source);
      const origin = { source: toAuditSource('auth.login', request), client: readClientName(request) };
      sendSignIn(reply, await this.signIn.begin(membership, 'password', origin), '/', this.publicUrl());
    } catch (error) {
      sendRefusal(reply, error, (refusal) =>
        REFUSALS.has(refusal.code) ? refusedPage(refusal) : setupPage(account, refusal.message),
      );
    }
  }

  /** @throws ServiceError not_found in a process that prints no link. */
  #requireLink(): void {
    if (!this.setup.hasLink) throw notFound();
  }
}

function readToken(request: FastifyRequest): string {
  return readQueryValue(request, 'token') ?? '';
}
