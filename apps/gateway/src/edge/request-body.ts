import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '@svc/errors';
import { parseStrictJson } from './strict-json.js';

/** Largest body of a REST request. Uploads have routes of their own. */
export const MAX_BODY_BYTES = 1024 * 1024;

const JSON_MEDIA_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset=(?:"utf-8"|utf-8)[ \t]*)?;?$/i;

/**
 * The JSON value of a request's body. No body at all is the empty object, so that an operation without required fields can be
 * called without one.
 */
export function readJsonBody(headers: IncomingHttpHeaders, body: unknown): unknown {
  const bytes = bodyBytes(body);
  if (bytes.length === 0) return {};
  checkMediaType(headers);
  return parseStrictJson(bytes);
}

/** @throws ServiceError invalid_request when a body was sent to an operation that takes none. */
export function refuseBody(body: unknown): void {
  if (bodyBytes(body).length > 0) {
    throw new ServiceError('invalid_request', { message: 'The operation takes no body.' });
  }
}

function bodyBytes(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array();
}

function checkMediaType(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity' || !JSON_MEDIA_TYPE.test(headers['content-type']?.trim() ?? '')) {
    throw new ServiceError('unsupported_media_type', { message: 'The body must be application/json, not compressed.' });
  }
}
