import type { Document } from '@svc/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCurrent } from '../http/entity-tag.js';
import { JSON_TYPE } from '@svc/http';

/** A string up to this length is written in one piece with the headers, which takes less time than two pieces of bytes. */
const SHORT_BYTES = 8 * 1024;

/** Answers a text that the service has written, or 304 to a caller that has it already. */
export function sendDocument(
  { json, etag, maxAgeSeconds }: Document,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (etag !== '') {
    void reply.headers({ etag: `"${etag}"`, 'cache-control': `private,max-age=${maxAgeSeconds}` });
    if (isCurrent(request.headers['if-none-match'], etag)) return void reply.code(304).send();
  }
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  void reply.type(JSON_TYPE).send(bytes.length <= SHORT_BYTES ? bytes.toString() : bytes);
}
