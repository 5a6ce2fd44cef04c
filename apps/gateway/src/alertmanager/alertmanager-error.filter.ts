import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { JSON_TYPE } from '@svc/http';
import type { Logger } from '@svc/observability';
import { LOGGER } from '@svc/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorHeaders, translateError } from '../http/error-reply.js';

/** Answers errors as Alertmanager does: with a text as JSON. */
@Catch()
export class AlertmanagerErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = translateError(thrown);
    if (error.httpStatus >= 500)
      this.logger.error({ err: error.cause ?? error, code: error.code, request_id: request.id }, 'request failed');
    if (reply.sent) return;
    const body = JSON.stringify(error.message);
    void reply.headers(errorHeaders(error)).code(error.httpStatus).type(JSON_TYPE).send(body);
  }
}
