import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FlagsDecideRequest, KeysResolveResponse } from '@svc/contract';
import type { Logger } from '@svc/observability';
import { expandBody } from '../capture/expand.js';
import { withForeignBody, type ForeignBody, type ForeignBodyOptions } from '../capture/foreign-body.js';
import { answerPost } from '../http/posts.js';
import { remoteConfig } from '../posthog/remote-config.js';
import type { GatewayFlags } from './gateway-flags.js';
import { toDecideAnswer, toFlagsAnswer } from './posthog-answer.js';
import { readPostHogContext } from './posthog-context.js';

/** Paths at which SDKs of PostHog request flags. */
export const POSTHOG_FLAG_ROUTES: ReadonlySet<string> = new Set(['/flags', '/decide']);

const SCOPE = 'flags:evaluate';
/** Parsed in the event loop, so it must not take long; a context of 500 properties has some 30 KiB. */
const MAX_BODY_BYTES = 128 * 1024;
/** The versions since which the answers describe flags. */
const DESCRIBED_SINCE: Readonly<Record<string, number>> = { '/flags': 2, '/decide': 4 };

export interface FlagsHttpOptions extends Omit<ForeignBodyOptions, 'maxBodyBytes'> {
  readonly flags: Pick<GatewayFlags, 'evaluate'>;
  /** Whether there is an object store, without which pages are not recorded. */
  readonly hasObjects: boolean;
  readonly logger: Logger;
}

/** Evaluates flags for SDKs of PostHog, which have one address for events and flags. */
export function flagsHttpHandler({ flags, hasObjects, logger, ...others }: FlagsHttpOptions) {
  const options = { ...others, maxBodyBytes: MAX_BODY_BYTES };

  return (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> =>
    answerPost(request, response, { logger, failure: 'flag evaluation failed' }, async (requestId) => {
      const { key, context } = await withForeignBody(request, options, SCOPE, readContext);
      const decided = await flags.evaluate(context, key, request.socket.remoteAddress ?? '');
      const query = new URLSearchParams(request.url?.split('?', 2)[1]);
      const toAnswer = Number(query.get('v') ?? 1) >= (DESCRIBED_SINCE[path] ?? 0) ? toFlagsAnswer : toDecideAnswer;
      // Older SDKs have no other request for it.
      const isConfigured = path === '/decide' || query.get('config') === 'true';
      return { body: { ...(isConfigured && remoteConfig(key, hasObjects)), ...toAnswer(decided, requestId) } };
    });
}

async function readContext({ key, body, contentEncoding, reservation }: ForeignBody): Promise<ReadContext> {
  const expanded = await expandBody(body, contentEncoding, { maxBytes: MAX_BODY_BYTES, reservation });
  return { key, context: readPostHogContext(expanded) };
}

interface ReadContext {
  readonly key: KeysResolveResponse;
  readonly context: FlagsDecideRequest;
}
