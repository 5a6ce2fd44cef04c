import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator } from '../admission/authenticator.js';
import { toAuditSource } from '../audit/audit-source.js';
import { readRawQuery } from '../http/request.js';
import { ConnectionAudit } from './connection-audit.js';
import { ConnectionAuthorizationsClient } from './connection-authorizations.client.js';
import { mayManageConnections, toCaller } from './connection-visitor.js';
import { redirectToResult } from './result-page.js';

const MAX_VALUE_LENGTH = 4_096;

/**
 * The address to which providers send browsers back after an authorization. Only the browser session that confirmed the
 * authorization completes it. Nothing that arrives is repeated in the answer.
 */
@Controller('api/v1/connections/oauth')
export class OAuthCallbackController {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly authorizations: ConnectionAuthorizationsClient,
    private readonly audit: ConnectionAudit,
  ) {}

  @Get('callback')
  async complete(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { rpc } = this.authorizations;
    const query = new URLSearchParams(readRawQuery(request));
    const [state, code, error] = [only(query, 'state'), only(query, 'code'), only(query, 'error')];
    const visitor = await this.authenticator.visitor(request.raw.rawHeaders);
    const caller = visitor && mayManageConnections(visitor) ? toCaller(visitor) : {};
    const { result, connectionId, projectId } = await rpc.complete({ state, code, error, ...caller });
    if (visitor && projectId !== '') {
      const act = { projectId, connectionId, status: 303, error: result === 'connected' ? null : result };
      this.audit.record(visitor, act, toAuditSource('connections.oauth_callback', request));
    }
    redirectToResult(reply, result, { projectId, connectionId });
  }
}

/** The value of a parameter that occurs once; '' otherwise. */
function only(query: URLSearchParams, name: string): string {
  const [value = '', ...more] = query.getAll(name);
  return more.length === 0 && value.length <= MAX_VALUE_LENGTH ? value : '';
}
