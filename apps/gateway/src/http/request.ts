import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** The query string as it was sent. */
export function readRawQuery(request: FastifyRequest): string {
  const target = request.raw.url ?? '';
  const start = target.indexOf('?');
  return start < 0 ? '' : target.slice(start + 1);
}

const MAX_LENGTH = 200;

/** The user agent as it calls itself, for people to recognize it by; it proves nothing. Empty when it is absent. */
export function readClientName({ headers }: FastifyRequest): string {
  return (headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, MAX_LENGTH);
}

/** Aborts the controller when the caller leaves before the answer is sent, so that no work goes into an answer without a reader. */
export function createCallerSignal(response: ServerResponse, controller: AbortController): AbortSignal {
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
