import type { Document } from '@svc/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from './response-headers.js';

/** Answers a text the service has written, or 304 to a caller that has it already. */
export function sendDocument(
  { json, etag, maxAgeSeconds }: Document,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (etag !== '') {
    void reply.headers({ etag: `"${etag}"`, 'cache-control': `private,max-age=${maxAgeSeconds}` });
    if (isCurrent(request.headers['if-none-match'], etag)) return void reply.code(304).send();
  }
  void reply.type(JSON_TYPE).send(Buffer.from(json.buffer, json.byteOffset, json.byteLength));
}

/** An entity tag of RFC 9110, with what is between its quotes. */
const ENTITY_TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;
const LIST = /^[ \t,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"[ \t]*(?:,[ \t,]*|$))+$/;

/**
 * Whether an If-None-Match names the state of that tag: by `*`, or by one of its tags, compared weakly as the RFC has it. A header
 * that is none is as if it were not there.
 */
export function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  const header = ifNoneMatch?.trim() ?? '';
  if (header === '*') return true;
  return LIST.test(header) && [...header.matchAll(ENTITY_TAG)].some(([, tag]) => tag === etag);
}
