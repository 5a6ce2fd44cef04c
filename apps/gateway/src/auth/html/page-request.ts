import { equalSecrets, parseQuery } from '@svc/auth';
import { ServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Visitor } from '../../admission/authenticator.js';
import { receiveFields, type Fields } from '../../http/form-body.js';
import { readRawQuery } from '../../http/request.js';
import { isSameOrigin } from '../same-origin.js';

/** Receives a form of one of the pages. @throws ServiceError permission_denied when another site sent it. */
export function receiveForm(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Promise<Fields> {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (!isSameOrigin({ origin, host, site: typeof site === 'string' ? site : undefined }, publicUrl)) {
    throw new ServiceError('permission_denied', { message: 'The form was sent by another site.' });
  }
  return receiveFields(request);
}

/** @throws ServiceError permission_denied when the form was not created for this session. */
export function checkFormToken(fields: Fields, visitor: Visitor): void {
  if (equalSecrets(fields.get('csrf_token') ?? '', visitor.csrfToken)) return;
  throw new ServiceError('permission_denied', { message: 'This page has expired. Reload it and try again.' });
}

/** The first well-formed value of a query parameter. */
export function readQueryValue(request: FastifyRequest, name: string): string | undefined {
  return parseQuery(readRawQuery(request)).find((pair) => pair.name === name)?.value;
}
