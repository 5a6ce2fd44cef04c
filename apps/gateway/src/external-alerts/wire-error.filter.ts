import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { RawRoute } from '@svc/contract';
import { refusalOf } from '@svc/external-alerts';
import { JSON_TYPE } from '@svc/http';
import type { Logger } from '@svc/observability';
import { LOGGER } from '@svc/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorHeaders, translateError } from '../http/error-reply.js';
import { wireOf } from './wire-route.js';

/** Answers every error in the form that clients of the wire understand. */
@Catch()
export class WireErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = translateError(thrown);
    if (error.httpStatus >= 500)
      this.logger.error({ err: error.cause ?? error, code: error.code, request_id: request.id }, 'request failed');
    if (reply.sent) return;
    const { admissible: route } = request.routeOptions.config as { readonly admissible?: RawRoute };
    if (!route) throw new Error('A route of a wire does not say which one');
    const answering = { requestId: request.id, tookMs: reply.elapsedTime };
    const { status, body } = refusalOf(wireOf(route), error, answering);
    void reply.headers(errorHeaders(error)).code(status).type(JSON_TYPE).send(body);
  }
}
