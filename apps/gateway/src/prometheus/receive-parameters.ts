import { ServiceError } from '@svc/service-error';
import type { FastifyRequest } from 'fastify';
import { receiveBody } from '../http/raw-body.js';
import { readRawQuery } from '../http/request.js';

const FORM = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;
/** A query has at most 32 KiB; a request has one, or some selectors. */
const MAX_FORM_BYTES = 256 * 1024;

/** A parameter, as it was sent. */
export interface SentParameter {
  readonly name: string;
  readonly value: string;
}

/**
 * The parameters of a form, then those of the query string.
 *
 * @throws ServiceError payload_too_large; unsupported_media_type for a body that is no form.
 */
export async function receiveParameters(request: FastifyRequest): Promise<SentParameter[]> {
  const ofQuery = toParameters(readRawQuery(request));
  if (request.method !== 'POST') return ofQuery;
  const bytes = await receiveBody(request, MAX_FORM_BYTES);
  if (bytes.length > 0 && !FORM.test(request.headers['content-type'] ?? ''))
    throw new ServiceError('unsupported_media_type');
  return [...toParameters(Buffer.from(bytes).toString('utf8')), ...ofQuery];
}

function toParameters(text: string): SentParameter[] {
  return [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }));
}
