import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { JSON_TYPE } from '@svc/http';
import type { Logger } from '@svc/observability';
import { LOGGER } from '@svc/runtime';
import type { ErrorCode } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorHeaders, translateError } from '../http/error-reply.js';

/** Kinds of errors as Prometheus names them; `bad_data` for all others below 500. */
const TYPES: Readonly<Partial<Record<ErrorCode, string>>> = {
  unauthenticated: 'unauthorized',
  key_expired: 'unauthorized',
  key_revoked: 'unauthorized',
  permission_denied: 'forbidden',
  not_found: 'not_found',
  not_acceptable: 'not_acceptable',
  rate_limited: 'unavailable',
  concurrency_limited: 'unavailable',
  cancelled: 'canceled',
  timeout: 'timeout',
  unavailable: 'unavailable',
};

/** Prometheus answers 503 to queries that were not answered in time. */
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = { cancelled: 503, timeout: 503 };

/** Answers errors in the form of Prometheus, so that its clients show what they say. */
@Catch()
export class PrometheusErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = translateError(thrown);
    const { code, httpStatus, message } = error;
    if (httpStatus >= 500)
      this.logger.error({ err: error.cause ?? error, code, request_id: request.id }, 'request failed');
    if (reply.sent) return;
    const errorType = TYPES[code] ?? (httpStatus < 500 ? 'bad_data' : 'internal');
    void reply
      .headers(errorHeaders(error))
      .code(STATUSES[code] ?? httpStatus)
      .type(JSON_TYPE);
    void reply.send({ status: 'error', errorType, error: message });
  }
}
