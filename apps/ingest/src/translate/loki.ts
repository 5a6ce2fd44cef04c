import type { IncomingHttpHeaders } from 'node:http';
import { partialMessage } from '@svc/otlp';
import { ServiceError } from '@svc/service-error';
import { mediaType } from '../http/media-type.js';
import type { Wire } from './wire.js';

/** Loki's clients take the text of an answer as it is, and repeat a request after 429 and 5xx only. */
const TEXT = { 'content-type': 'text/plain; charset=utf-8' };

/** The path at which senders ask whether Loki is ready before they push: some log an error, or do not start, without an answer. */
export const LOKI_READY = '/ready';

/** The push API of Loki. */
export const LOKI_PUSH: Wire = {
  name: 'loki',
  signal: 'logs',
  format: (headers) => (isJson(headers) ? 'loki-json' : 'loki-protobuf'),
  accepted: (receipt) => {
    if (receipt.rejected === 0) return { status: 204 };
    const message = partialMessage('logs', receipt);
    if (receipt.accepted === 0) return { status: 400, headers: TEXT, body: `${message}\n` };
    // After a refusal some clients send everything again, together with newer lines: what is stored now would be stored twice.
    return { status: 204, headers: { 'x-svc-rejected': message } };
  },
  refused: (error) => ({ status: error.httpStatus, headers: TEXT, body: `${error.message}\n` }),
};

/** Some clients send protobuf without its type. */
function isJson(headers: IncomingHttpHeaders): boolean {
  const type = mediaType(headers);
  if (type === 'application/json') return true;
  if (type === 'application/x-protobuf' || type === '') return false;
  throw new ServiceError('unsupported_media_type', {
    message: 'content-type: must be application/x-protobuf or application/json',
  });
}
