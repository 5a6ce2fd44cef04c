import type { FastifyRequest } from 'fastify';
import type { AuditSource } from '../audit/audit-source.js';

/** What the audit log says of the request by which somebody signs in. */
export function toAuditSource(operation: string, { id, ip }: FastifyRequest): AuditSource {
  return { operation, requestId: id, sourceAddress: ip };
}
