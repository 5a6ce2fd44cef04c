import type { FastifyRequest } from 'fastify';

const MAX_LENGTH = 200;

/** The user agent as it calls itself, for people to recognize it by; it proves nothing. Empty when it is absent. */
export function readClientName({ headers }: FastifyRequest): string {
  return (headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, MAX_LENGTH);
}
