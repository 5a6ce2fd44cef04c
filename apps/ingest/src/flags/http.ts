import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KeysResolveResponse } from '@svc/contract';
import type { Logger } from '@svc/observability';
import { expandBody } from '../capture/expand.js';
import { headerKey, readKeyedBody, type ForeignBodyOptions } from '../capture/foreign-body.js';
import { answerPost } from '../http/posts.js';
import { readBody } from '../receive/body.js';
import { identifyBy } from '../receive/identify.js';
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
  readonly logger: Logger;
}

/** Evaluates flags for SDKs of PostHog, which have one address for events and flags. */
export function flagsHttpHandler(options: FlagsHttpOptions) {
  const { flags, logger } = options;

  return (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> =>
    answerPost(request, response, { logger, failure: 'flag evaluation failed' }, async (requestId) => {
      const { key, body } = await receive(request, options);
      const decided = await flags.evaluate(readPostHogContext(body), key, request.socket.remoteAddress ?? '');
      const version = Number(new URLSearchParams(request.url?.split('?', 2)[1]).get('v') ?? 1);
      const toAnswer = version >= (DESCRIBED_SINCE[path] ?? 0) ? toFlagsAnswer : toDecideAnswer;
      return { body: toAnswer(decided, requestId) };
    });
}

async function receive(
  request: IncomingMessage,
  options: FlagsHttpOptions,
): Promise<{ readonly key: KeysResolveResponse; readonly body: Buffer }> {
  const secret = headerKey(request);
  if (secret === undefined) return readKeyedBody(request, { ...options, maxBodyBytes: MAX_BODY_BYTES }, SCOPE);
  const key = await identifyBy(secret, request, options.keys, SCOPE);
  const reservation = options.admission.open(key);
  try {
    const limits = { maxBytes: MAX_BODY_BYTES, reservation };
    const sent = await readBody(request, limits);
    return { key, body: await expandBody(sent, request.headers['content-encoding'], limits) };
  } finally {
    reservation.release();
  }
}
