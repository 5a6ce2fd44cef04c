import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError, type ErrorCode } from '@svc/service-error';
import { linger, lingerOn } from './linger.js';
import { readRequestId } from './request-id.js';
import { JSON_TYPE, responseHeaders } from './response-headers.js';

interface Refusal {
  readonly status: number;
  readonly error: ErrorCode;
  readonly message: string;
}

/** Refusals of HTTP itself, before there is a request, by the error code of Node's parser. */
const BY_CODE: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'invalid_request', message: 'The request headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'timeout', message: 'The request was not received in time.' },
};
/** RFC 9110: the answer to a method that a server does not know for any resource. */
const UNKNOWN_METHOD: Refusal = { status: 501, error: 'method_not_allowed', message: 'The method is not known.' };
/** A request line that is wrong in nothing but its method. */
const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ [\x21-\x7e]+ HTTP\/1\.[01]\r?\n/;
const MALFORMED: Refusal = { status: 400, error: 'invalid_request', message: 'The request is not valid HTTP.' };
const EXPECTATION: Refusal = {
  status: 417,
  error: 'invalid_request',
  message: 'Expect: must be 100-continue, or absent.',
};

/** Answers an expectation that no server meets with our error body, where Node would send none. */
export function answerExpectation(server: Server): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const { status, error, message } = EXPECTATION;
    send(request, response, status, { error, message });
  });
}

/**
 * HTTP/1.1 requires the header, and a server that continues without it may serve the wrong site. Undefined if it is
 * present.
 */
export function findMissingHost({ httpVersion, headers }: IncomingMessage): ServiceError | undefined {
  if (httpVersion !== '1.1' || headers.host !== undefined) return undefined;
  return new ServiceError('invalid_request', { message: 'Host: is required.' });
}

export function sendError(request: IncomingMessage, response: ServerResponse, error: ServiceError): void {
  send(request, response, error.httpStatus, error.toBody());
}

/** An error of Node's parser. */
type ParseFailure = Error & { readonly code?: string; readonly rawPacket?: unknown };

/**
 * Connections that have been answered and whose remaining bytes are still received; each further part is a failure of
 * the parser, too.
 */
const refused = new WeakSet<Duplex>();

/** Answers a connection whose bytes are not a request, and ends it. */
export function refuseConnection(failure: ParseFailure, socket: Duplex): void {
  if (refused.has(socket)) return;
  if (failure.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, error, message } =
    BY_CODE[failure.code ?? ''] ?? (isMethodUnknown(failure) ? UNKNOWN_METHOD : MALFORMED);
  const body = JSON.stringify({ error, message });
  const headers = {
    ...responseHeaders(readRequestId({ headers: {} })),
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
  refused.add(socket);
  lingerOn(socket);
}

function isMethodUnknown({ code, rawPacket }: ParseFailure): boolean {
  return code === 'HPE_INVALID_METHOD' && Buffer.isBuffer(rawPacket) && REQUEST_LINE.test(rawPacket.toString('latin1'));
}

function send(request: IncomingMessage, response: ServerResponse, status: number, content: object): void {
  const body = JSON.stringify(content);
  response.writeHead(status, {
    ...responseHeaders(readRequestId(request)),
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
  linger(request);
}
