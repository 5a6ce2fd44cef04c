import { Controller, Get, Inject, Req, Res, type OnApplicationShutdown } from '@nestjs/common';
import { deadline } from '@svc/config';
import { ConnectionAuthorizations } from '@svc/contract';
import { createRpcClient } from '@svc/rpc';
import { notFound, ServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator } from '../admission/authenticator.js';
import { toAuditSource } from '../audit/audit-source.js';
import { readRawQuery } from '../http/request.js';
import { OPERATIONS_OPTIONS, type OperationsOptions } from '../operations/operations-options.js';
import { OAuthCallbackAudit } from './oauth-callback-audit.js';

const PAGE = '/configure/connections';
/** Longer than a provider may take to answer. */
const TIMEOUT_MS = deadline(20_000);
const MAX_VALUE_LENGTH = 4_096;

/**
 * The address to which providers send browsers back after an authorization. Public: the state is the credential,
 * together with the session of the browser that started it. Nothing that arrives is repeated in the answer.
 */
@Controller('api/v1/connections/oauth')
export class OAuthCallbackController implements OnApplicationShutdown {
  #client: ReturnType<typeof createRpcClient<typeof ConnectionAuthorizations>> | undefined;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly audit: OAuthCallbackAudit,
    @Inject(OPERATIONS_OPTIONS) private readonly options: OperationsOptions,
  ) {}

  @Get('callback')
  async complete(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const authorizations = this.#connect();
    const query = new URLSearchParams(readRawQuery(request));
    const [state, code, error] = [only(query, 'state'), only(query, 'code'), only(query, 'error')];
    const caller = await this.#identify(request);
    const completed = await authorizations.complete({ state, code, error, ...caller });
    const { result, connectionId } = completed;
    await this.audit.record(completed, toAuditSource('connections.oauth_callback', request));
    const target = new URLSearchParams({ result, ...(connectionId !== '' && { connection_id: connectionId }) });
    void reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(`${PAGE}?${target.toString()}`, 303);
  }

  onApplicationShutdown(): void {
    this.#client?.close();
  }

  /** The credential of the request; none where it has no valid one. */
  async #identify(request: FastifyRequest): Promise<{ credentialId?: string; userId?: string }> {
    try {
      const { id, principal } = await this.authenticator.authenticate(request.raw);
      return { credentialId: id, userId: principal.userId ?? '' };
    } catch (error) {
      if (error instanceof ServiceError && error.httpStatus === 401) return {};
      throw error;
    }
  }

  #connect() {
    const { addresses, credentials } = this.options;
    const { integrations: address } = addresses;
    if (address === undefined) throw notFound();
    return (this.#client ??= createRpcClient(ConnectionAuthorizations, {
      ...credentials,
      address,
      timeoutMs: TIMEOUT_MS,
    }));
  }
}

/** The value of a parameter that occurs once; '' otherwise. */
function only(query: URLSearchParams, name: string): string {
  const [value = '', ...more] = query.getAll(name);
  return more.length === 0 && value.length <= MAX_VALUE_LENGTH ? value : '';
}
