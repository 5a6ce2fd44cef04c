/** A key that makes it safe to repeat a creation. The built-in UUIDs exist only on pages with encryption. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
