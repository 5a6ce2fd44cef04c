import { Inject, Injectable } from '@nestjs/common';
import { ServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Admission } from '../../admission/admission.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import type { Credential } from '../../workspace/keys/credential.js';
import { RUNNABLE_SCOPES } from '../tools/operations/runnable-operations.js';
import { isHostAllowed, isPageAllowed } from './allowed-hosts.js';
import { resourceMetadataUrl } from './metadata.js';

const BEARER = /^bearer[ \t]+\S/i;

/**
 * Decides who may send messages to the endpoint: the host and the page of the request, then the credential, which must be a bearer token.
 * Cookies of browsers do not count, because a page could send them without its user.
 */
@Injectable()
export class McpGuard {
  constructor(
    private readonly admission: Admission,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
  ) {}

  /**
   * @throws ServiceError permission_denied for another host, a page of another origin or a publishable key; unauthenticated without a valid
   *   bearer token, with a challenge that says where tokens come from; rate_limited.
   */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<Credential> {
    const { host, origin, authorization } = request.headers;
    const publicUrl = this.publicUrl();
    if (!isHostAllowed(host, publicUrl)) {
      const message =
        'The host of the request is not that of the service. Set SVC_PUBLIC_URL to the address that clients use.';
      throw new ServiceError('permission_denied', { message });
    }
    if (!isPageAllowed(origin, publicUrl))
      throw new ServiceError('permission_denied', { message: 'Pages of this origin cannot use the MCP endpoint.' });
    const isBearer = BEARER.test(authorization ?? '');
    try {
      if (!isBearer) {
        const message = 'The MCP endpoint takes an API key or an access token as Authorization: Bearer.';
        throw new ServiceError('unauthenticated', { message });
      }
      const credential = await this.admission.identify(request, reply, 'mcp');
      if (!credential.isPublishable) return credential;
      throw new ServiceError('permission_denied', { message: 'A publishable key cannot use the MCP endpoint.' });
    } catch (error) {
      if (error instanceof ServiceError && error.httpStatus === 401)
        void reply.header('www-authenticate', challenge(publicUrl, isBearer));
      throw error;
    }
  }
}

/** The challenge of RFC 6750 with the address of RFC 9728, from which a client finds out how to get a token. */
function challenge(publicUrl: string, isRefused: boolean): string {
  const parameters = [
    'realm="svc"',
    ...(isRefused ? ['error="invalid_token"'] : []),
    `resource_metadata="${resourceMetadataUrl(publicUrl)}"`,
    `scope="${RUNNABLE_SCOPES.join(' ')}"`,
  ];
  return `Bearer ${parameters.join(', ')}`;
}
