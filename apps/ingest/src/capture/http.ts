import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ForeignWire } from '@svc/capture';
import type { Logger } from '@svc/observability';
import { ServiceError } from '@svc/service-error';
import { answerPost } from '../http/posts.js';
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

  return (request: IncomingMessage, response: ServerResponse, wire?: ForeignWire): Promise<void> =>
    answerPost(request, response, { logger, failure: 'capture request failed', end: measure() }, async (requestId) => {
      const { accepted, errors, warnings } = await accept(request, wire);
      const body = {
        ...(wire && FOREIGN_SUCCESS),
        accepted,
        rejected: errors.length,
        errors,
        ...(warnings.length > 0 && { warnings }),
        request_id: requestId,
      };
      return { body, outcome: errors.length > 0 ? 'partial' : 'accepted' };
    });
}

/** The answer that SDKs of PostHog and Segment expect. */
const FOREIGN_SUCCESS = { status: 1, success: true };
