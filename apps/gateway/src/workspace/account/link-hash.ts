import { createHash } from 'node:crypto';

/**
 * The hash of a link: SHA-256 over the hash of the previous link, which is empty for the first one, and the fields of
 * the link. A field is its length in bytes, a colon, its text in UTF-8 and a comma; `-` represents a field without a
 * value.
 */
export function hashLink(previous: Uint8Array, content: readonly (string | null)[]): Buffer {
  const fields = content.map((value) => (value === null ? '-' : `${Buffer.byteLength(value)}:${value},`));
  return createHash('sha256').update(previous).update(fields.join('')).digest();
}
