import type { ServerResponse } from 'node:http';
import { HttpException } from '@nestjs/common';
import { JSON_TYPE, responseHeaders } from '@svc/http';
import { ServiceError, type ErrorCode } from '@svc/service-error';

/** Errors of the frameworks by status; their own texts hold paths and header values, so none is kept. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  413: 'payload_too_large',
  414: 'invalid_request',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  503: 'unavailable',
};

/** Anything thrown on the way to an answer, as the one error that may leave. */
export function translateError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const status = frameworkStatus(error);
  const code = status === undefined ? undefined : BY_STATUS[status];
  return new ServiceError(code ?? 'internal', { cause: error });
}

/** Headers that belong to an error: when to come back, how to authenticate. */
export function errorHeaders(error: ServiceError): Record<string, string> {
  const { httpStatus, retryAfterSeconds } = error;
  return {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
    ...(httpStatus === 401 && { 'www-authenticate': 'ApiKey realm="svc", Bearer realm="svc"' }),
  };
}

/** Answers where the framework has no reply to offer: a request target the router cannot read. */
export function writeError(response: ServerResponse, requestId: string, error: ServiceError): void {
  if (response.headersSent) return;
  const body = JSON.stringify(error.toBody());
  response.writeHead(error.httpStatus, {
    ...responseHeaders(requestId),
    ...errorHeaders(error),
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

function frameworkStatus(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  return typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number' ? statusCode : undefined;
}
