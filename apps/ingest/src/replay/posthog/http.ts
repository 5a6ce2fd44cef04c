import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@svc/observability';
import { withForeignBody, type ForeignBodyOptions } from '../../capture/foreign-body.js';
import { answerPost } from '../../http/posts.js';
import type { RequestMeasurement } from '../../receive/request-metrics.js';
import type { PostHogReceiver, PostHogResult } from './posthog-receiver.js';

/** The route to which recorders of PostHog send; they add a slash at its end. */
export const POSTHOG_RECORDING_ROUTE = '/s';

const SCOPE = 'analytics:write';

export interface PostHogRecordingOptions extends ForeignBodyOptions {
  readonly receiver: Pick<PostHogReceiver, 'accept'>;
  readonly logger: Logger;
  readonly measure: () => RequestMeasurement;
}

/** The route of the recorder in SDKs of PostHog. */
export function postHogRecordingHandler(options: PostHogRecordingOptions) {
  const { receiver, logger, measure } = options;
  return (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    answerPost(request, response, { logger, failure: 'replay request failed', end: measure() }, async (requestId) => {
      const result = await withForeignBody(request, options, SCOPE, (received) => receiver.accept(received));
      const outcome = result.refused.length > 0 ? 'partial' : 'accepted';
      return { body: { ...toPostHogAnswer(result), request_id: requestId }, outcome };
    });
}

/** The answer that SDKs of PostHog expect. One for whose recordings nothing is stored any more makes them pause for a minute. */
export function toPostHogAnswer({ answers, refused }: PostHogResult): object {
  const accepted = answers.reduce((total, answer) => total + answer.accepted, 0);
  const isRefused = answers.every(({ closed }) => closed === 'deleted' || closed === 'too_long');
  const errors = refused.map(({ index, error: { code, message } }) => ({ index, code, message }));
  return {
    status: 1,
    accepted,
    ...(errors.length > 0 && { rejected: errors.length, errors }),
    ...(isRefused && { quota_limited: ['recordings'] }),
  };
}
