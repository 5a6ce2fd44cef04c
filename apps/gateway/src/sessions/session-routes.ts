import { ServiceError } from '@svc/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../edge/authenticator.js';
import { readFields, requireField } from '../edge/form-body.js';
import { sendOAuthError } from '../edge/oauth-error.js';
import { occasionOf } from '../edge/occasion-of.js';
import { JSON_TYPE } from '../edge/response-headers.js';
import type { PublicUrl } from '../http/public-url.js';
import { csrfTokenOf, expiredCookies, sessionCookies } from './browser-session.js';
import type { LoginService } from './login.service.js';
import { BROWSER_SESSION_S, type SessionsService } from './sessions.service.js';

export interface SessionRoutesOptions {
  readonly authenticator: Authenticator;
  readonly login: LoginService;
  readonly sessions: SessionsService;
  readonly publicUrl: PublicUrl;
}

/** Signing in, renewing and signing out, for programs; the pages have forms of their own. */
export function registerSessions(
  server: FastifyInstance,
  { authenticator, login, sessions, publicUrl }: SessionRoutesOptions,
): void {
  server.post('/api/v1/auth/login', async (request, reply) => {
    // No form: another site could send one and sign somebody in to an account of its own.
    const fields = readFields(request, { forms: false });
    const email = requireField(fields, 'email');
    const password = requireField(fields, 'password');
    const membership = await login.login({ email, password, ip: request.ip });
    const secret = await sessions.openBrowser(membership.id, occasionOf('auth.login', request));
    return send(reply.header('set-cookie', sessionCookies(secret, BROWSER_SESSION_S, publicUrl())), {
      user_id: membership.userId,
      organization_id: membership.organizationId,
      role: membership.role,
      csrf_token: csrfTokenOf(secret),
      expires_in: BROWSER_SESSION_S,
    });
  });

  server.post('/api/v1/auth/logout', async (request, reply) => {
    await logOut(request, authenticator, sessions);
    return reply.code(204).header('set-cookie', expiredCookies(publicUrl())).send();
  });

  server.post('/api/v1/auth/token/refresh', async (request, reply) => {
    const fields = readFields(request);
    const tokens = await sessions.refresh(requireField(fields, 'refresh_token'));
    return tokens ? send(reply, tokens) : sendOAuthError(reply, 'invalid_grant');
  });
}

/** @throws ServiceError permission_denied for an API key, which is no session. */
async function logOut(request: FastifyRequest, authenticator: Authenticator, sessions: SessionsService): Promise<void> {
  const { id, principal } = await authenticator.authenticate(request.raw);
  if (principal.type !== 'user') {
    throw new ServiceError('permission_denied', { message: 'An API key is revoked, not logged out.' });
  }
  await sessions.revoke(id);
}

function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.type(JSON_TYPE).send(JSON.stringify(body));
}
