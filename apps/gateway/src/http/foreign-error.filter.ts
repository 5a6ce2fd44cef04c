import { Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { JSON_TYPE } from '@svc/http';
import type { Logger } from '@svc/observability';
import { LOGGER } from '@svc/runtime';
import type { ServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorHeaders, translateError } from './error-reply.js';

/** An error in the form of another product. */
export interface ForeignError {
  /** JSON text. */
  readonly body: string;
  /** The status of the error unless the product has another one. */
  readonly status?: number | undefined;
}

/** Answers every error of the routes of another product in the form that its clients read. */
export abstract class ForeignErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = translateError(thrown);
    if (error.httpStatus >= 500)
      this.logger.error({ err: error.cause ?? error, code: error.code, request_id: request.id }, 'request failed');
    if (reply.sent) return;
    const { body, status = error.httpStatus } = this.toForeign(error, request, reply);
    void reply.headers(errorHeaders(error)).code(status).type(JSON_TYPE).send(body);
  }

  protected abstract toForeign(error: ServiceError, request: FastifyRequest, reply: FastifyReply): ForeignError;
}
