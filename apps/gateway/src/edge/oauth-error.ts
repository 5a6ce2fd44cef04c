import type { FastifyReply } from 'fastify';
import { JSON_TYPE } from './response-headers.js';

/** Codes of RFC 6749 (5.2) and RFC 8628 (3.5): the endpoints of these documents answer them, and no operation does. */
const MESSAGES = {
  invalid_grant: 'The code or token is unknown, used up or revoked.',
  unsupported_grant_type: 'The grant type is not supported.',
  authorization_pending: 'Nobody has decided yet.',
  slow_down: 'Poll less often: five seconds are added to the interval.',
  access_denied: 'The request was denied.',
  expired_token: 'The code has expired: ask for another.',
} as const;

export type OAuthError = keyof typeof MESSAGES;

/** 400 as those documents have it, which is also the shape of every other error. */
export function sendOAuthError(reply: FastifyReply, error: OAuthError): FastifyReply {
  const message = MESSAGES[error];
  return reply
    .code(400)
    .type(JSON_TYPE)
    .send(JSON.stringify({ error, message, error_description: message }));
}
