import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ForeignWire } from '@svc/capture';
import type { Logger } from '@svc/observability';
import { answerPost } from '../http/posts.js';
import { identify } from '../receive/identify.js';
import type { RequestMeasurement } from '../receive/request-metrics.js';
import type { CaptureReceiver, CaptureResult } from './capture-receiver.js';
import { readWithin, withForeignBody, type ForeignBodyOptions } from './foreign-body.js';

export const CAPTURE_ROUTE = '/api/v1/capture';
const SCOPE = 'analytics:write';

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
    if (wire) return withForeignBody(request, options, SCOPE, (received) => receiver.accept({ ...received, wire }));
    const key = await identify(request, keys, SCOPE);
    const reservation = admission.open(key);
    try {
      const body = await readWithin(request, reservation, maxBodyBytes);
      return await receiver.accept({ key, body, contentEncoding: request.headers['content-encoding'], reservation });
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
