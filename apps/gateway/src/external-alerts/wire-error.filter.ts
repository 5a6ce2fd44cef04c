import { Catch } from '@nestjs/common';
import type { RawRoute } from '@svc/contract';
import { refusalOf } from '@svc/external-alerts';
import type { ServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ForeignErrorFilter, type ForeignError } from '../http/foreign-error.filter.js';
import { wireOf } from './wire-route.js';

/** Answers every error in the form that clients of the wire understand. */
@Catch()
export class WireErrorFilter extends ForeignErrorFilter {
  protected toForeign(error: ServiceError, { id, routeOptions }: FastifyRequest, reply: FastifyReply): ForeignError {
    const { admissible: route } = routeOptions.config as { readonly admissible?: RawRoute };
    if (!route) throw new Error('A route of a wire does not say which one');
    return refusalOf(wireOf(route), error, { requestId: id, tookMs: reply.elapsedTime });
  }
}
