import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '@svc/service-error';
import { parseStrictJson } from './strict-json.js';

const JSON_MEDIA_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset=(?:"utf-8"|utf-8)[ \t]*)?;?$/i;

/**
 * The JSON value of a request's body. An absent body is the empty object, so that an operation without required fields can be
 * called without one.
 *
 * @throws ServiceError unsupported_media_type; invalid_request when the body is not JSON.
 */
export function parseJsonBody(headers: IncomingHttpHeaders, body: Uint8Array): unknown {
  if (body.length === 0) return {};
  checkMediaType(headers);
  return parseStrictJson(body);
}

/** @throws ServiceError invalid_request when a body was sent to an operation that takes none. */
export function refuseBody(body: Uint8Array): void {
  if (body.length > 0) throw new ServiceError('invalid_request', { message: 'The operation takes no body.' });
}

/** @throws ServiceError unsupported_media_type for a body that is not JSON, or is compressed. */
export function checkMediaType(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity' || !JSON_MEDIA_TYPE.test(headers['content-type']?.trim() ?? '')) {
    throw new ServiceError('unsupported_media_type', { message: 'The body must be application/json, not compressed.' });
  }
}
