import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@svc/observability';
import { readWithin } from '../capture/foreign-body.js';
import { answerPost } from '../http/posts.js';
import type { Admission } from '../receive/admission.js';
import { identify } from '../receive/identify.js';
import type { KeyDirectory } from '../receive/key-directory.js';
import type { RequestMeasurement } from '../receive/request-metrics.js';
import type { ReplayReceiver } from './replay-receiver.js';

export const REPLAY_ROUTE = '/api/v1/replay';

const MIB = 1024 * 1024;

/** Maximum size of the body of a chunk, before and after decompression. */
export const REPLAY_LIMITS = { sentBytes: 16 * MIB, expandedBytes: 16 * MIB } as const;

export interface ReplayHttpOptions {
  readonly keys: KeyDirectory;
  readonly receiver: Pick<ReplayReceiver, 'accept'>;
  readonly admission: Admission;
  readonly maxBodyBytes: number;
  readonly logger: Logger;
  readonly measure: () => RequestMeasurement;
}

/** The route of recorders. The content type is ignored because a beacon cannot choose it; every body must be JSON. */
export function replayHttpHandler({ keys, receiver, admission, maxBodyBytes, logger, measure }: ReplayHttpOptions) {
  return (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    answerPost(request, response, { logger, failure: 'replay request failed', end: measure() }, async (requestId) => {
      const key = await identify(request, keys, 'analytics:write');
      const reservation = admission.open(key);
      try {
        const body = await readWithin(request, reservation, maxBodyBytes);
        const contentEncoding = request.headers['content-encoding'];
        const answer = await receiver.accept({ key, body, contentEncoding, reservation });
        return { body: { ...answer, request_id: requestId } };
      } finally {
        reservation.release();
      }
    });
}
