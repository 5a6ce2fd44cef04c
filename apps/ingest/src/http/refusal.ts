import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceError } from '@svc/errors';

/** Time for a client to notice the refusal and stop sending. */
const LINGER_MS = 5_000;

/** Sets the headers that all refusals share, and keeps receiving the rest of the request. */
export function beginRefusal(request: IncomingMessage, response: ServerResponse, error: ServiceError): void {
  if (error.code === 'method_not_allowed') response.setHeader('allow', 'POST, OPTIONS');
  if (error.retryAfterSeconds !== undefined) response.setHeader('retry-after', error.retryAfterSeconds);
  if (!request.complete) linger(request);
}

/**
 * Closing a connection while the client still sends resets it and loses the response: the client would drop its data or
 * resend it immediately. Therefore the rest is received and discarded for a while.
 */
function linger(request: IncomingMessage): void {
  const late = setTimeout(() => request.socket.destroy(), LINGER_MS).unref();
  request.once('close', () => clearTimeout(late));
  request.resume();
}
