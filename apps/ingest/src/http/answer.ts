import type { IncomingMessage, ServerResponse } from 'node:http';
import { readRequestId, responseHeaders, linger } from '@svc/http';
import { COMPRESSIONS } from '@svc/otlp';
import type { ServiceError } from '@svc/service-error';

/** Sets the headers of every answer. @returns the ID of the request, which the answer has in X-Request-Id. */
export function beginAnswer(request: IncomingMessage, response: ServerResponse): string {
  const requestId = readRequestId(request);
  response.setHeaders(new Map(Object.entries(responseHeaders(requestId))));
  return requestId;
}

/** Sets the headers that all refusals share, and keeps receiving the rest of the request. */
export function beginRefusal(request: IncomingMessage, response: ServerResponse, error: ServiceError): void {
  if (error.code === 'method_not_allowed') response.setHeader('allow', 'POST, OPTIONS');
  // RFC 7694: names the encodings that would have been accepted.
  if (error.code === 'unsupported_media_type') response.setHeader('accept-encoding', COMPRESSIONS.join(', '));
  if (error.retryAfterSeconds !== undefined) response.setHeader('retry-after', error.retryAfterSeconds);
  linger(request);
}
