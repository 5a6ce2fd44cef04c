import type { FastifyRequest } from 'fastify';
import { isJsonObject } from '@svc/contract';
import { ServiceError, invalidField } from '@svc/errors';
import { readJsonBody } from './request-body.js';

const FORM = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

/** Texts by name, as a form or a JSON object carries them. */
export type Fields = ReadonlyMap<string, string>;

/**
 * The fields of a request that is no operation: OAuth endpoints are sent forms, other clients send JSON.
 *
 * @throws ServiceError invalid_request for a field that is no text or appears twice; unsupported_media_type.
 */
export function readFields(request: FastifyRequest, { forms = true } = {}): Fields {
  if (forms && FORM.test(request.headers['content-type'] ?? '')) return fieldsOf(formPairs(request.body));
  const body = readJsonBody(request.headers, request.body);
  if (!isJsonObject(body)) {
    throw new ServiceError('invalid_request', { message: 'The body must be a JSON object.' });
  }
  return fieldsOf(Object.entries(body));
}

/** @throws ServiceError invalid_request naming the field that is missing or empty. */
export function requireField(fields: Fields, name: string): string {
  return fields.get(name) || refuse(name, 'is required');
}

function formPairs(body: unknown): Iterable<[string, unknown]> {
  return new URLSearchParams(body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : '');
}

function fieldsOf(pairs: Iterable<[string, unknown]>): Fields {
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (typeof value !== 'string') refuse(name, 'must be a text');
    if (fields.has(name)) refuse(name, 'appears twice');
    fields.set(name, value);
  }
  return fields;
}

/** Names come from the caller too: one that is none of ours is not repeated. */
function refuse(name: string, reason: string): never {
  throw invalidField(/^[a-z_]{1,40}$/.test(name) ? name : 'body', reason);
}
