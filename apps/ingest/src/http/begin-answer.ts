import type { IncomingMessage, ServerResponse } from 'node:http';
import { readRequestId, responseHeaders } from '@svc/http';

/** Sets the headers of every answer. @returns the ID of the request, which the answer has in X-Request-Id. */
export function beginAnswer(request: IncomingMessage, response: ServerResponse): string {
  const requestId = readRequestId(request);
  response.setHeaders(new Map(Object.entries(responseHeaders(requestId))));
  return requestId;
}
