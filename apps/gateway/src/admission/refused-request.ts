import { PROJECT_HEADER } from '@svc/auth';
import { projectConflict } from '@svc/service-error';
import type { FastifyRequest } from 'fastify';
import { readRawQuery } from '../http/request.js';
import type { Credential } from '../workspace/keys/credential.js';
import type { RequestSource } from './call-context.js';
import type { ProjectSelectors } from './project-gate.js';

/** The request of a caller, as a refusal is recorded in the audit log. */
export interface RefusedRequest extends RequestSource {
  /** Values of the path by parameter. */
  readonly target: Readonly<Record<string, string>>;
  /** Method and route, for a request that is not an operation. */
  readonly route?: string;
}

/** A call of one operation by a sender that `identify` has let in. */
export interface OperationAdmission {
  readonly credential: Credential;
  readonly request: RefusedRequest;
  readonly selectors: ProjectSelectors;
  /** The parameters of the operation, which name its project if it has that field. */
  readonly body: unknown;
}

/** The parts of a request outside its body that name the project. @throws ServiceError permission_denied if they name several. */
export function readSelectors(request: FastifyRequest): ProjectSelectors {
  const header = request.headers[PROJECT_HEADER];
  // The path names one project and the header another one.
  if (Array.isArray(header)) throw projectConflict();
  return { rawQuery: readRawQuery(request), header: header?.trim() ?? '' };
}

/** The facts that are recorded of a refused request. */
export function toRefusedRequest({ id, ip, method, params, routeOptions }: FastifyRequest): RefusedRequest {
  const target = params as Record<string, string>;
  return { id, ip, target, route: `${method} ${routeOptions.url ?? ''}` };
}
