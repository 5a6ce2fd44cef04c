import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestState } from '../http/request-state.js';
import { Admission, type Admitted } from './admission.js';
import type { Admissible } from './project-gate.js';

/** The sender of a request, as identified by the guard. */
export const ADMITTED = new RequestState<Admitted>('admission');

/** The configuration of a guarded route; the metrics read the same. */
interface AdmissionConfig {
  readonly admissible?: Admissible;
}

/** Declares the requirements of the guard on callers of a route. */
export function Requires(admissible: Admissible): MethodDecorator {
  return RouteConfig({ admissible } satisfies AdmissionConfig);
}

/** Admits callers by credential, scope, project and rate, before the body is received. */
@Injectable()
export class AdmissionGuard implements CanActivate {
  constructor(private readonly admission: Admission) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { admissible } = request.routeOptions.config as AdmissionConfig;
    if (!admissible) throw new Error('A guarded route does not say what it requires');
    ADMITTED.set(request, await this.admission.admit(admissible, request, http.getResponse<FastifyReply>()));
    return true;
  }
}
