import type { FastifyRequest } from 'fastify';

/** The query string as it was sent. */
export function readRawQuery(request: FastifyRequest): string {
  const target = request.raw.url ?? '';
  const start = target.indexOf('?');
  return start < 0 ? '' : target.slice(start + 1);
}
