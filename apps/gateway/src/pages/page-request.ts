import { equalSecrets, parseQuery } from '@svc/auth';
import { ServiceError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';
import { rawQueryOf } from '../edge/admission.js';
import type { Visitor } from '../edge/authenticator.js';
import { readFields, type Fields } from '../edge/form-body.js';
import { isSameOrigin } from '../sessions/same-origin.js';

/** The form of a page of ours. @throws ServiceError permission_denied when another site sent it. */
export function readForm(request: FastifyRequest, publicUrl: string): Fields {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (!isSameOrigin({ origin, host, site: typeof site === 'string' ? site : undefined }, publicUrl)) {
    throw new ServiceError('permission_denied', { message: 'The form was sent by another site.' });
  }
  return readFields(request);
}

/** @throws ServiceError permission_denied when the form was not made for this session. */
export function checkFormToken(fields: Fields, visitor: Visitor): void {
  if (equalSecrets(fields.get('csrf_token') ?? '', visitor.csrfToken)) return;
  throw new ServiceError('permission_denied', { message: 'The page is too old: open it again.' });
}

/** The first well-formed value of a parameter. */
export function queryValue(request: FastifyRequest, name: string): string | undefined {
  return parseQuery(rawQueryOf(request)).find((pair) => pair.name === name)?.value;
}
