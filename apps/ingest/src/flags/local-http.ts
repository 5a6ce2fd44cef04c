import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseApiKey } from '@svc/auth';
import type { KeysResolveResponse } from '@svc/contract';
import type { Logger } from '@svc/observability';
import { ServiceError } from '@svc/service-error';
import { answerPost } from '../http/posts.js';
import { identify, identifyBy, isPublishable } from '../receive/identify.js';
import type { KeyDirectory } from '../receive/key-directory.js';
import type { GatewayFlags } from './gateway-flags.js';

/** Paths at which SDKs of PostHog ask for the definitions of flags, the older ones at the second. */
const DEFINITIONS: ReadonlySet<string> = new Set(['/flags/definitions', '/api/feature_flag/local_evaluation']);
/** The payload of a flag, which SDKs of PostHog call a remote configuration. */
const PAYLOAD = /^\/api\/projects\/@current\/feature_flags\/([^/]{1,600})\/remote_config$/;
const SCOPE = 'flags:read';

export interface LocalFlagsOptions {
  readonly keys: KeyDirectory;
  readonly flags: Pick<GatewayFlags, 'definitions' | 'payload'>;
  readonly logger: Logger;
}

export function isLocalFlagsPath(path: string): boolean {
  return DEFINITIONS.has(path) || PAYLOAD.test(path);
}

/** Gives SDKs of PostHog in servers what they evaluate flags with in their own process. */
export function localFlagsHandler({ keys, flags, logger }: LocalFlagsOptions) {
  return (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> =>
    answerPost(request, response, { logger, failure: 'definitions of flags failed', methods: ['GET'] }, async () => {
      const key = await identifySdk(request, keys);
      const [, flagKey] = PAYLOAD.exec(path) ?? [];
      if (flagKey !== undefined) return { body: await flags.payload(key, decode(flagKey)) };
      const { json, etag } = await flags.definitions(key, request.headers['if-none-match'] ?? '');
      const headers = { etag, 'cache-control': 'private, no-cache' };
      return json === undefined ? { body: '', status: 304, headers } : { body: json, headers };
    });
}

/** The key of the SDK in its header. The one for events is in the URL, so it must be publishable, and of the same project. */
async function identifySdk(request: IncomingMessage, keys: KeyDirectory): Promise<KeysResolveResponse> {
  const key = await identify(request, keys, SCOPE);
  const token = new URLSearchParams(request.url?.split('?', 2)[1]).get('token') ?? '';
  // The key of PostHog itself, which an application may still have, names no project here.
  if (parseApiKey(token).form !== 'native') return key;
  if (!isPublishable(token)) throw new ServiceError('unauthenticated', { message: NOT_PUBLISHABLE });
  const { project } = await identifyBy(token, request, keys);
  if (project?.id !== key.project?.id) throw new ServiceError('permission_denied', { message: OTHER_PROJECT });
  return key;
}

const NOT_PUBLISHABLE = 'The key for events is in the URL here, which proxies log: it must be a publishable key.';
const OTHER_PROJECT = 'The key for definitions and the key for events must be of one project.';

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw new ServiceError('not_found');
  }
}
