import { createHash } from 'node:crypto';

/**
 * The key of a write that demands one and got none. It depends on the ID of the HTTP request, which a client that repeats a request may
 * repeat as well; numbers of messages begin anew with each client, so they would make different writes equal.
 */
export function deriveIdempotencyKey(credentialId: string, requestId: string): string {
  return `mcp-${createHash('sha256').update(`${credentialId} ${requestId}`).digest('base64url')}`;
}
