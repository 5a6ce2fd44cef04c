import { create } from '@bufbuild/protobuf';
import { DocumentSchema, type Document } from '@svc/contract';
import { JSON_TYPE } from '@svc/http';
import { isCurrent } from '@svc/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A string up to this length is written in one piece with the headers, which takes less time than two pieces of bytes. */
const SHORT_BYTES = 8 * 1024;

const SENT = Symbol('sent');

/** A document whose bytes are lent until the operating system has them. */
type LentDocument = Document & { readonly [SENT]?: () => void };

/** @param sent called when the bytes are no longer read; not if the caller leaves before it has them. */
export function lentDocument(json: Uint8Array, sent: () => void): Document {
  return Object.assign(create(DocumentSchema, { json }), { [SENT]: sent });
}

/** The text of a document that is not sent as it is. */
export function takeDocument(document: LentDocument): string {
  const { json } = document;
  const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString();
  releaseDocument(document);
  return text;
}

/** Gives back the bytes of a document that is not sent. */
export function releaseDocument({ [SENT]: sent }: LentDocument): void {
  sent?.();
}

/** Answers a text that the service has written, or 304 to a caller that has it already. */
export function sendDocument(
  { json, etag, maxAgeSeconds, [SENT]: sent }: LentDocument,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (etag !== '') {
    void reply.headers({ etag: `"${etag}"`, 'cache-control': `private,max-age=${maxAgeSeconds}` });
    if (isCurrent(request.headers['if-none-match'], etag)) return void reply.code(304).send();
  }
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  void reply.type(JSON_TYPE);
  if (bytes.length <= SHORT_BYTES) {
    void reply.send(bytes.toString());
    sent?.();
  } else {
    if (sent) reply.raw.once('finish', sent);
    void reply.send(bytes);
  }
}
