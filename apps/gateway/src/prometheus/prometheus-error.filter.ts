import { Catch } from '@nestjs/common';
import type { ErrorCode, ServiceError } from '@svc/service-error';
import { ForeignErrorFilter, type ForeignError } from '../http/foreign-error.filter.js';

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
export class PrometheusErrorFilter extends ForeignErrorFilter {
  protected toForeign({ code, httpStatus, message }: ServiceError): ForeignError {
    const errorType = TYPES[code] ?? (httpStatus < 500 ? 'bad_data' : 'internal');
    return { status: STATUSES[code], body: JSON.stringify({ status: 'error', errorType, error: message }) };
  }
}
