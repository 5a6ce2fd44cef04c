import type { FastifyReply } from 'fastify';
import { sendJson } from '../http/send-json.js';

/** Codes of RFC 6749 (5.2) and RFC 8628 (3.5): the endpoints of these documents answer them, and no operation does. */
const MESSAGES = {
  invalid_grant: 'The code or token is unknown, already used or revoked.',
  invalid_target: 'Tokens are for the MCP endpoint of this service only.',
  unsupported_grant_type: 'The grant type is not supported.',
  authorization_pending: 'The user has not decided yet.',
  slow_down: 'Poll less often: the interval is five seconds longer from now on.',
  access_denied: 'The user denied the request.',
  expired_token: 'The code has expired. Request a new one.',
} as const;

export type OAuthError = keyof typeof MESSAGES;

/** Answers 400 as those documents require, in the shape of every other error. */
export function sendOAuthError(reply: FastifyReply, error: OAuthError): void {
  const message = MESSAGES[error];
  sendJson(reply, { error, message, error_description: message }, 400);
}
