import { createHash } from 'node:crypto';

/** An entity tag of RFC 9110, with the text between its quotes. */
const ENTITY_TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;
const LIST = /^[ \t,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"[ \t]*(?:,[ \t,]*|$))+$/;

/** The entity tag of a content, without quotes. */
export function entityTag(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/**
 * Whether an If-None-Match header names this entity tag: by `*`, or by one of its tags, compared weakly as RFC 9110 requires. A
 * malformed header counts as absent.
 */
export function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  const header = ifNoneMatch?.trim() ?? '';
  if (header === '*') return true;
  return LIST.test(header) && [...header.matchAll(ENTITY_TAG)].some(([, tag]) => tag === etag);
}
