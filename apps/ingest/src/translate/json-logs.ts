import type { IncomingHttpHeaders } from 'node:http';
import { JSON_TYPE } from '@svc/http';
import { ServiceError } from '@svc/service-error';
import { mediaType } from '../http/media-type.js';
import type { Receipt } from '../receive/receipt.js';
import type { Wire, WireAnswer } from './wire.js';

const JSON_BODY = { 'content-type': JSON_TYPE };

/** Types of a record a line; log drains name any of them, or none. */
const LINES: ReadonlySet<string> = new Set([
  '',
  'application/jsonl',
  'application/jsonlines',
  'application/ndjson',
  'application/stream+json',
  'application/x-jsonlines',
  'application/x-ndjson',
  'text/plain',
]);

/** Logs in JSON, as log drains of platforms and most agents can send them. */
export const JSON_LOGS: Wire = {
  name: 'json-logs',
  signal: 'logs',
  format: (headers) => {
    const type = mediaType(headers);
    if (LINES.has(type)) return 'json-lines';
    if (type === 'application/json') return 'json-document';
    throw new ServiceError('unsupported_media_type', {
      message: 'content-type: must be application/x-ndjson or application/json',
    });
  },
  accepted: (receipt) => toAnswer(200, describe(receipt)),
  refused: (error) => toAnswer(error.httpStatus, error.toBody()),
};

/**
 * Deliveries of Amazon Data Firehose to an HTTP endpoint. Firehose takes an answer as such only if it repeats the ID of its request, and
 * sends again after any status but 200.
 */
export const FIREHOSE: Wire = {
  name: 'firehose',
  signal: 'logs',
  format: () => 'firehose',
  accepted: (_, headers) => toAnswer(200, named(headers)),
  refused: (error, headers) => toAnswer(error.httpStatus, { ...named(headers), errorMessage: error.message }),
};

function describe({ accepted, rejected, reasons }: Receipt): object {
  return { accepted, rejected, reasons: reasons.map(({ reason, count }) => ({ reason, count })) };
}

function named(headers: IncomingHttpHeaders): object {
  const requestId = headers['x-amz-firehose-request-id'];
  return { requestId: typeof requestId === 'string' ? requestId : '', timestamp: Date.now() };
}

function toAnswer(status: number, body: object): WireAnswer {
  return { status, headers: JSON_BODY, body: JSON.stringify(body) };
}
