import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceError } from '@svc/errors';
import { linger } from '@svc/http';

/** Sets the headers that all refusals share, and keeps receiving the rest of the request. */
export function beginRefusal(request: IncomingMessage, response: ServerResponse, error: ServiceError): void {
  if (error.code === 'method_not_allowed') response.setHeader('allow', 'POST, OPTIONS');
  if (error.retryAfterSeconds !== undefined) response.setHeader('retry-after', error.retryAfterSeconds);
  linger(request);
}
