import { Controller, Get, Inject, Post, Req, Res, type OnApplicationShutdown } from '@nestjs/common';
import { deadline } from '@svc/config';
import { RecipientProofs, type RecipientProof } from '@svc/contract';
import { createRpcClient } from '@svc/rpc';
import { notFound, type ServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAuditSource } from '../audit/audit-source.js';
import { readQueryValue, receiveForm } from '../auth/html/page-request.js';
import { sendRefusal } from '../auth/html/refusal.js';
import { html } from '../http/html/html.js';
import { hidden, sendPage, type Page } from '../http/html/page.js';
import { PUBLIC_URL, type PublicUrl } from '../http/public-url.js';
import { OPERATIONS_OPTIONS, type OperationsOptions } from '../operations/operations-options.js';
import { RecipientAudit } from './recipient-audit.js';

const PATH = '/notifications/recipients/prove';
const TIMEOUT_MS = deadline(10_000);

/** The page on which the owner of an address agrees to get notifications. Only its form proves anything, because programs open links. */
@Controller(PATH)
export class RecipientPagesController implements OnApplicationShutdown {
  #client: ReturnType<typeof createRpcClient<typeof RecipientProofs>> | undefined;

  constructor(
    private readonly audit: RecipientAudit,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
    @Inject(OPERATIONS_OPTIONS) private readonly options: OperationsOptions,
  ) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const token = readQueryValue(request, 'token') ?? '';
    try {
      sendPage(reply, formPage(await this.#connect().get({ token }), token));
    } catch (error) {
      sendRefusal(reply, error, refusedPage);
    }
  }

  @Post()
  async prove(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await receiveForm(request, reply, this.publicUrl());
    try {
      const proof = await this.#connect().prove({ token: form.get('token') ?? '' });
      await this.audit.record(proof, toAuditSource('channels.prove_recipient', request));
      sendPage(reply, donePage(proof));
    } catch (error) {
      sendRefusal(reply, error, refusedPage);
    }
  }

  onApplicationShutdown(): void {
    this.#client?.close();
  }

  #connect() {
    const { addresses, credentials } = this.options;
    const { integrations: address } = addresses;
    if (address === undefined) throw notFound();
    return (this.#client ??= createRpcClient(RecipientProofs, { ...credentials, address, timeoutMs: TIMEOUT_MS }));
  }
}

function formPage({ address, projectName }: RecipientProof, token: string): Page {
  return {
    title: 'Do you want these notifications?',
    body: html`<p>
        The project <strong>${projectName}</strong> is to send its notifications to <strong>${address}</strong>.
      </p>
      <form method="post" action="${PATH}">
        ${hidden('token', token)}
        <div class="actions"><button type="submit">Send them to me</button></div>
      </form>
      <p class="fine">If you expected nothing, close this page. Nothing else is sent to you.</p>`,
  };
}

function donePage({ address, projectName }: RecipientProof): Page {
  return {
    title: 'You get the notifications',
    body: html`<p>
      Notifications of <strong>${projectName}</strong> can be sent to <strong>${address}</strong> from now on. You can
      close this page.
    </p>`,
  };
}

function refusedPage({ code, message }: ServiceError): Page {
  return {
    title: 'The link cannot be used',
    alert: code === 'not_found' ? 'The link was used, has expired or is incomplete.' : message,
    body: html`<p>A test of the channel sends another one.</p>`,
  };
}
