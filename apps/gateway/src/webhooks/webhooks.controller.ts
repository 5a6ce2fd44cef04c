import { Controller, Inject, Param, Post, Req, Res, type OnApplicationShutdown } from '@nestjs/common';
import { deadline } from '@svc/config';
import { ProviderWebhooks } from '@svc/contract';
import { createRpcClient } from '@svc/rpc';
import { notFound } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { receiveBody } from '../http/raw-body.js';
import { sendJson } from '../http/send-json.js';
import { OPERATIONS_OPTIONS, type OperationsOptions } from '../operations/operations-options.js';

const TIMEOUT_MS = deadline(10_000);
/** The headers in which the providers send their signatures. */
const SIGNATURES = ['linear-signature', 'x-hub-signature', 'x-hub-signature-256'];

/** Hands the webhooks of providers on with the body as it was signed. They are public: the signature is the credential. */
@Controller('api/v1/connections')
export class WebhooksController implements OnApplicationShutdown {
  #client: ReturnType<typeof createRpcClient<typeof ProviderWebhooks>> | undefined;

  constructor(@Inject(OPERATIONS_OPTIONS) private readonly options: OperationsOptions) {}

  @Post(':connection_id/webhook')
  async receive(
    @Param('connection_id') connectionId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const webhooks = this.#connect();
    const body = await receiveBody(request);
    const headers: Record<string, string> = {};
    for (const name of SIGNATURES) {
      const value = request.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    await webhooks.receive({ connectionId, body, headers });
    sendJson(reply, {});
  }

  onApplicationShutdown(): void {
    this.#client?.close();
  }

  #connect() {
    const { addresses, credentials } = this.options;
    const { integrations: address } = addresses;
    if (address === undefined) throw notFound();
    return (this.#client ??= createRpcClient(ProviderWebhooks, { ...credentials, address, timeoutMs: TIMEOUT_MS }));
  }
}
