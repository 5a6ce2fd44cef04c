import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ForeignWire } from '@svc/capture';
import { JSON_TYPE } from '@svc/http';
import type { Logger } from '@svc/observability';
import { ServiceError, toServiceError } from '@svc/service-error';
import { beginAnswer, beginRefusal } from '../http/answer.js';
import { CORS, PREFLIGHT } from '../http/cors.js';
import { readBody } from '../receive/body.js';
import { identify, identifyBy } from '../receive/identify.js';
import type { RequestMeasurement } from '../receive/request-metrics.js';
import type { CaptureReceiver, CaptureResult } from './capture-receiver.js';
import { headerKey, readKeyedBody, type ForeignBodyOptions } from './foreign-body.js';

export const CAPTURE_ROUTE = '/api/v1/capture';

const MIB = 1024 * 1024;

/** Maximum size of the body of a capture request, before and after decompression. */
export const CAPTURE_LIMITS = { sentBytes: 5 * MIB, expandedBytes: 20 * MIB } as const;

export interface CaptureHttpOptions extends ForeignBodyOptions {
  readonly receiver: CaptureReceiver;
  readonly logger: Logger;
  readonly measure: () => RequestMeasurement;
}

/** The routes of event capture. The content type is ignored because a beacon cannot choose it; every body must be JSON. */
export function captureHttpHandler(options: CaptureHttpOptions) {
  const { keys, receiver, admission, maxBodyBytes, logger, measure } = options;

  const accept = async (request: IncomingMessage, wire: ForeignWire | undefined): Promise<CaptureResult> => {
    const secret = wire && headerKey(request);
    if (wire && secret === undefined) return acceptKeyed(request, wire);
    const key = await (secret === undefined
      ? identify(request, keys, 'analytics:write')
      : identifyBy(secret, request, keys, 'analytics:write'));
    const reservation = admission.open(key);
    const maxBytes = reservation.limitBody(maxBodyBytes);
    try {
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new ServiceError('payload_too_large');
      const body = await readBody(request, { maxBytes, reservation });
      const contentEncoding = request.headers['content-encoding'];
      return await receiver.accept({ key, body, contentEncoding, reservation, wire });
    } finally {
      reservation.release();
    }
  };

  const acceptKeyed = async (request: IncomingMessage, wire: ForeignWire): Promise<CaptureResult> => {
    const { key, body } = await readKeyedBody(request, options, 'analytics:write');
    const reservation = admission.open(key);
    try {
      reservation.grow(body.byteLength);
      return await receiver.accept({ key, body, contentEncoding: undefined, reservation, wire });
    } finally {
      reservation.release();
    }
  };

  return async (request: IncomingMessage, response: ServerResponse, wire?: ForeignWire): Promise<void> => {
    const requestId = beginAnswer(request, response);
    const end = measure();
    try {
      if (request.method === 'OPTIONS') return void response.writeHead(204, PREFLIGHT).end();
      if (request.method !== 'POST') throw new ServiceError('method_not_allowed');
      const { accepted, errors, warnings } = await accept(request, wire);
      end(errors.length > 0 ? 'partial' : 'accepted');
      send(response, 200, {
        ...(wire && FOREIGN_SUCCESS),
        accepted,
        rejected: errors.length,
        errors,
        ...(warnings.length > 0 && { warnings }),
        request_id: requestId,
      });
    } catch (cause) {
      const error = toServiceError(cause);
      end(error.code);
      if (error.httpStatus >= 500)
        logger.error({ err: error, cause: error.cause, requestId }, 'capture request failed');
      beginRefusal(request, response, error);
      send(response, error.httpStatus, error.toBody());
    }
  };
}

/** The answer that SDKs of PostHog and Segment expect. */
const FOREIGN_SUCCESS = { status: 1, success: true };

function send(response: ServerResponse, status: number, body: object): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...CORS, 'content-type': JSON_TYPE });
  response.end(JSON.stringify(body));
}
