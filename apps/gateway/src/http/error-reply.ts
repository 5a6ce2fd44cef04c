import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { HttpException } from '@nestjs/common';
import { ServiceError, type ErrorCode } from '@svc/errors';
import { JSON_TYPE, responseHeaders } from './response-headers.js';

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

/** What HTTP itself refuses before there is a request: by the code of Node's parser. */
const PARSER_REFUSALS: Readonly<Record<string, { status: number; error: ErrorCode; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'invalid_request', message: 'The request headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'timeout', message: 'The request was not received in time.' },
};
const MALFORMED = { status: 400, error: 'invalid_request', message: 'The request is not valid HTTP.' } as const;

/** Answers a connection whose bytes are no request, and ends it. */
export function refuseConnection(failure: Error & { code?: string }, socket: Duplex, requestId: string): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, error, message } = PARSER_REFUSALS[failure.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ error, message });
  const headers = {
    ...responseHeaders(requestId),
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
}

function frameworkStatus(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  return typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number' ? statusCode : undefined;
}
