import { Catch } from '@nestjs/common';
import type { ServiceError } from '@svc/service-error';
import type { FastifyRequest } from 'fastify';
import { ForeignErrorFilter, type ForeignError } from '../http/foreign-error.filter.js';
import { envelope } from './envelope.js';

/** Answers errors in the forms of the two versions of the interface of Jaeger. */
@Catch()
export class JaegerErrorFilter extends ForeignErrorFilter {
  protected toForeign(
    { httpStatus: code, message: msg }: ServiceError,
    { routeOptions }: FastifyRequest,
  ): ForeignError {
    const isV3 = routeOptions.url?.startsWith('/jaeger/api/v3/') === true;
    const body = isV3 ? { error: { httpCode: code, message: msg } } : envelope(null, { errors: [{ code, msg }] });
    return { body: JSON.stringify(body) };
  }
}
