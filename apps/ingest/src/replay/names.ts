import { createHash } from 'node:crypto';

const DIGEST_BYTES = 16;

/** A key of the shared cache. IDs of clients are long, and may have any characters, so it has a digest of them. */
export function cacheName(kind: string, projectNumber: number, ...parts: readonly (string | number)[]): string {
  return `replay:${kind}:${projectNumber}:${digest(JSON.stringify(parts))}`;
}

/** A short name that takes the place of a long one. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES).toString('base64url');
}
