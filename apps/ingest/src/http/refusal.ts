import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceError } from '@svc/errors';

/** Time for a client to see that it was refused and to stop sending. */
const LINGER_MS = 5_000;

/** What every refusal says in its head; and the client is heard out. */
export function beginRefusal(request: IncomingMessage, response: ServerResponse, error: ServiceError): void {
  if (error.code === 'method_not_allowed') response.setHeader('allow', 'POST, OPTIONS');
  if (error.retryAfterSeconds !== undefined) response.setHeader('retry-after', error.retryAfterSeconds);
  if (!request.complete) linger(request);
}

/**
 * A connection that is closed while the client still sends is reset, and the answer with it: the client would drop its data or
 * resend it immediately. So the rest is received and discarded for a while.
 */
function linger(request: IncomingMessage): void {
  const late = setTimeout(() => request.socket.destroy(), LINGER_MS).unref();
  request.once('close', () => clearTimeout(late));
  request.resume();
}
