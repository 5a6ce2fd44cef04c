import type { IncomingMessage, ServerResponse } from 'node:http';
import { linger } from '@svc/http';
import { COMPRESSIONS } from '@svc/otlp';
import type { ServiceError } from '@svc/service-error';

/** Sets the headers that all refusals share, and keeps receiving the rest of the request. */
export function beginRefusal(request: IncomingMessage, response: ServerResponse, error: ServiceError): void {
  if (error.code === 'method_not_allowed') response.setHeader('allow', 'POST, OPTIONS');
  // RFC 7694: names the encodings that would have been accepted.
  if (error.code === 'unsupported_media_type') response.setHeader('accept-encoding', COMPRESSIONS.join(', '));
  if (error.retryAfterSeconds !== undefined) response.setHeader('retry-after', error.retryAfterSeconds);
  linger(request);
}
