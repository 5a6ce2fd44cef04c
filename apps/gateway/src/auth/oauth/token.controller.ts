import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAuditSource } from '../../audit/audit-source.js';
import { receiveFields, requireField, type Fields } from '../../http/form-body.js';
import { sendJson } from '../../http/send-json.js';
import { DEVICE_GRANT, DeviceTokens } from '../device/device-tokens.js';
import { sendOAuthError } from '../oauth-error.js';
import { SessionsService, type ClientTokens } from '../sessions/sessions.service.js';
import { AuthorizationCodesService } from './authorization-codes.service.js';

/** A verifier of PKCE (RFC 7636, 4.1). */
const VERIFIER = /^[\w.~-]{43,128}$/;

/** The token endpoint of RFC 6749, as the metadata of the authorization server names it. */
@Controller('oauth/token')
export class TokenController {
  constructor(
    private readonly codes: AuthorizationCodesService,
    private readonly device: DeviceTokens,
    private readonly sessions: SessionsService,
  ) {}

  @Post()
  async grant(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.codes.limit(request.ip);
    const fields = await receiveFields(request);
    if (!this.codes.isResource(fields.get('resource'))) return sendOAuthError(reply, 'invalid_target');
    switch (requireField(fields, 'grant_type')) {
      case 'authorization_code':
        return answer(reply, await this.#useCode(fields, request));
      case 'refresh_token': {
        const source = toAuditSource('auth.token_refresh', request);
        return answer(
          reply,
          await this.sessions.refresh(requireField(fields, 'refresh_token'), source, fields.get('client_id')),
        );
      }
      case DEVICE_GRANT:
        return this.device.answer(fields, request, reply);
      default:
        return sendOAuthError(reply, 'unsupported_grant_type');
    }
  }

  #useCode(fields: Fields, request: FastifyRequest): Promise<ClientTokens | undefined> {
    const use = {
      code: requireField(fields, 'code'),
      clientId: requireField(fields, 'client_id'),
      redirectUri: requireField(fields, 'redirect_uri'),
      codeVerifier: requireField(fields, 'code_verifier'),
    };
    if (!VERIFIER.test(use.codeVerifier)) return Promise.resolve(undefined);
    return this.codes.exchange(use, toAuditSource('auth.oauth_token', request));
  }
}

function answer(reply: FastifyReply, tokens: ClientTokens | undefined): void {
  // RFC 6749 (5.1): no cache may keep tokens.
  void reply.header('cache-control', 'no-store');
  if (tokens) sendJson(reply, tokens);
  else sendOAuthError(reply, 'invalid_grant');
}
