import type { Document } from '@svc/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCurrent } from '../http/entity-tag.js';
import { JSON_TYPE } from '@svc/http';

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
  void reply.type(JSON_TYPE).send(Buffer.from(json.buffer, json.byteOffset, json.byteLength));
}
