import { isJsonObject } from '@svc/contract';
import { ServiceError, invalidField } from '@svc/service-error';
import type { FastifyRequest } from 'fastify';
import { MAX_PUBLIC_BODY_BYTES, receiveBody } from './raw-body.js';
import { parseJsonBody } from './request-body.js';

const FORM = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

/** Strings by name, as a form or a JSON object carries them. */
export type Fields = ReadonlyMap<string, string>;

/**
 * Receives the fields of a request that is not an operation: OAuth endpoints are sent forms, other clients send JSON. A form is
 * parsed here and not by a parser of the framework, which would read it on every route, before the caller is admitted.
 *
 * @throws ServiceError invalid_request for a field that is not a string or appears twice; payload_too_large over 16 KiB;
 *   unsupported_media_type.
 */
export async function receiveFields(request: FastifyRequest, { forms = true } = {}): Promise<Fields> {
  const bytes = await receiveBody(request, MAX_PUBLIC_BODY_BYTES);
  if (forms && FORM.test(request.headers['content-type'] ?? '')) {
    return toFields(new URLSearchParams(Buffer.from(bytes).toString('utf8')));
  }
  const body = parseJsonBody(request.headers, bytes);
  if (!isJsonObject(body)) {
    throw new ServiceError('invalid_request', { message: 'The body must be a JSON object.' });
  }
  return toFields(Object.entries(body));
}

/** @throws ServiceError invalid_request naming the field that is missing or empty. */
export function requireField(fields: Fields, name: string): string {
  return fields.get(name) || refuse(name, 'is required');
}

function toFields(pairs: Iterable<[string, unknown]>): Fields {
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (typeof value !== 'string') refuse(name, 'must be a string');
    if (fields.has(name)) refuse(name, 'appears twice');
    fields.set(name, value);
  }
  return fields;
}

/** A name comes from the caller too, so an unusual one is not repeated. */
function refuse(name: string, reason: string): never {
  throw invalidField(/^[a-z_]{1,40}$/.test(name) ? name : 'body', reason);
}
