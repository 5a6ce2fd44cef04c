import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { JSON_TYPE } from '@svc/http';
import type { Logger } from '@svc/observability';
import { LOGGER } from '@svc/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorHeaders, translateError } from './error-reply.js';
import { errorPage, wantsPage } from './html/error-page.js';
import { sendPage } from './html/page.js';

/** Answers every error as `{error, message}`, or with a page to a browser; the frameworks' own errors included. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = translateError(thrown);
    if (error.httpStatus >= 500) {
      this.logger.error({ err: error.cause ?? error, code: error.code, request_id: request.id }, 'request failed');
    }
    if (reply.sent) return;
    const challenge = reply.getHeader('www-authenticate');
    void reply.headers(errorHeaders(error));
    // A guard that asks for one kind of credential has said so.
    if (challenge !== undefined) void reply.header('www-authenticate', challenge);
    const { accept, 'content-type': contentType } = request.headers;
    if (wantsPage({ target: request.raw.url ?? '', accept, contentType })) {
      const { httpStatus: status, message, retryAfterSeconds } = error;
      return sendPage(reply, errorPage({ status, message, retryAfterSeconds }), status);
    }
    void reply.code(error.httpStatus).type(JSON_TYPE).send(error.toBody());
  }
}
