import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorHeaders, translateError } from './error-reply.js';
import { JSON_TYPE } from './response-headers.js';

/** Turns everything thrown on the way to an answer into `{error, message}`, Nest's and Fastify's own errors included. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = translateError(thrown);
    if (error.httpStatus >= 500) {
      this.logger.error({ err: error.cause ?? error, code: error.code, request_id: request.id }, 'request failed');
    }
    if (reply.sent) return;
    void reply.code(error.httpStatus).headers(errorHeaders(error)).type(JSON_TYPE).send(error.toBody());
  }
}
