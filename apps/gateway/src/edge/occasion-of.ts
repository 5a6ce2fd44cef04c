import type { FastifyRequest } from 'fastify';
import type { Occasion } from '../audit/occasion.js';

/** What the audit log says of the request by which somebody signs in. */
export function occasionOf(operation: string, { id, ip }: FastifyRequest): Occasion {
  return { operation, requestId: id, sourceAddress: ip };
}
