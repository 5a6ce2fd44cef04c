import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@svc/observability';
import {
  exportResponse,
  statusBody,
  type Signal,
  type SkimResult,
  partialMessage,
  type PartialSuccess,
} from '@svc/otlp';
import { ServiceError, toServiceError } from '@svc/service-error';
import { beginAnswer, beginRefusal } from '../http/answer.js';
import { CORS, PREFLIGHT } from '../http/cors.js';
import { mediaType } from '../http/media-type.js';
import type { Admission } from '../receive/admission.js';
import { contentEncoding } from '../receive/body.js';
import type { KeyDirectory } from '../receive/key-directory.js';
import type { ExportRequest, Receiver } from '../receive/receiver.js';
import type { RequestMeasurement } from '../receive/request-metrics.js';
import { withBody } from '../receive/with-body.js';

/** The routes of OTLP/HTTP as raw handlers, without the body parsing of a framework. */
export const OTLP_ROUTES: Readonly<Record<string, Signal>> = {
  '/v1/traces': 'traces',
  '/v1/logs': 'logs',
  '/v1/metrics': 'metrics',
};

export interface OtlpHttpOptions {
  readonly keys: KeyDirectory;
  readonly receiver: Receiver;
  readonly admission: Admission;
  readonly maxBodyBytes: number;
  readonly logger: Logger;
  readonly measure: (signal: Signal) => RequestMeasurement;
}

type Format = 'protobuf' | 'json';

const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};

/** The routes of OTLP. */
export function otlpHttpHandler({ receiver, measure, ...options }: OtlpHttpOptions) {
  return (request: IncomingMessage, response: ServerResponse, signal: Signal): Promise<void> => {
    const route = { ...options, signal, scope: 'telemetry:write', measure: () => measure(signal) };
    return answerExport(request, response, route, async (sent) =>
      partialSuccess(signal, await receiver.accept({ signal, ...sent })),
    );
  };
}

export interface ExportRoute extends Pick<OtlpHttpOptions, 'keys' | 'admission' | 'maxBodyBytes' | 'logger'> {
  readonly signal: Signal;
  /** The scope that the key must have. */
  readonly scope: string;
  readonly measure: () => RequestMeasurement;
}

/** The body of an export request. */
export type OtlpBody = Omit<ExportRequest, 'signal' | 'format'> & { readonly format: Format };

/**
 * Answers an export request. Response statuses follow the OTLP specification: clients retry on 429, 502, 503 and 504 and drop their data on
 * all others, so a full or unreachable event log must be reported as 503, never as 500.
 */
export async function answerExport(
  request: IncomingMessage,
  response: ServerResponse,
  route: ExportRoute,
  accept: (request: OtlpBody) => Promise<PartialSuccess | undefined>,
): Promise<void> {
  const { signal, logger, measure } = route;
  // The response has the content type of the request, or JSON if that is unknown.
  const format = isProtobuf(request) ? 'protobuf' : 'json';
  beginAnswer(request, response);
  const end = measure();
  try {
    if (request.method === 'OPTIONS') return void response.writeHead(204, PREFLIGHT).end();
    if (request.method !== 'POST') throw new ServiceError('method_not_allowed');
    const partial = await receive(request, route, accept);
    end(partial !== undefined && partial.rejected > 0 ? 'partial' : 'accepted');
    send(response, 200, format, exportResponse(signal, partial, format));
  } catch (cause) {
    const error = toServiceError(cause);
    end(error.code);
    if (error.httpStatus >= 500) logger.error({ err: error, cause: error.cause, signal }, 'OTLP export failed');
    beginRefusal(request, response, error);
    send(response, error.httpStatus, format, statusBody(error, format));
  }
}

function receive(
  request: IncomingMessage,
  route: ExportRoute,
  accept: Parameters<typeof answerExport>[3],
): Promise<PartialSuccess | undefined> {
  const readForm = () => ({
    format: requestFormat(request),
    encoding: contentEncoding(request.headers['content-encoding']),
  });
  return withBody(request, route, readForm, ({ form, ...received }) => accept({ ...received, ...form }));
}

function send(response: ServerResponse, status: number, format: Format, body: Uint8Array): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...CORS, 'content-type': CONTENT_TYPES[format], 'content-length': body.byteLength });
  response.end(body);
}

function requestFormat(request: IncomingMessage): Format {
  if (isProtobuf(request)) return 'protobuf';
  if (mediaType(request.headers) === CONTENT_TYPES.json) return 'json';
  throw new ServiceError('unsupported_media_type', {
    message: 'content-type: must be application/x-protobuf or application/json',
  });
}

function isProtobuf(request: IncomingMessage): boolean {
  return mediaType(request.headers) === CONTENT_TYPES.protobuf;
}

/** Builds the `partial_success` of the response; undefined, which gives an empty response, when nothing was rejected. */
export function partialSuccess(signal: Signal, result: SkimResult): PartialSuccess | undefined {
  const message = partialMessage(signal, result);
  return message === '' ? undefined : { rejected: result.rejected, message };
}
