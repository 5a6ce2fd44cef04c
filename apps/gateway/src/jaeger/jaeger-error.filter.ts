import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { LOGGER } from '@svc/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorHeaders, translateError } from '../http/error-reply.js';
import { sendJson } from '../http/send-json.js';
import { envelope } from './envelope.js';

/** Answers errors in the forms that clients of Jaeger read. */
@Catch()
export class JaegerErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = translateError(thrown);
    const { httpStatus: code, message: msg } = error;
    if (code >= 500)
      this.logger.error({ err: error.cause ?? error, code: error.code, request_id: request.id }, 'request failed');
    if (reply.sent) return;
    void reply.headers(errorHeaders(error));
    const isV3 = request.routeOptions.url?.startsWith('/jaeger/api/v3/') === true;
    sendJson(
      reply,
      isV3 ? { error: { httpCode: code, message: msg } } : envelope(null, { errors: [{ code, msg }] }),
      code,
    );
  }
}
