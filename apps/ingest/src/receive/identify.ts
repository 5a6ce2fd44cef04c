import type { IncomingMessage } from 'node:http';
import {
  extractBareKey,
  extractBasicKey,
  extractCredential,
  isOriginAllowed,
  parseApiKey,
  parseQuery,
} from '@svc/auth';
import type { KeysResolveResponse } from '@svc/contract';
import { parseSentryAuth } from '@svc/sentry';
import { ServiceError } from '@svc/service-error';
import type { KeyDirectory } from './key-directory.js';
import { selectProject } from './project-selector.js';

/**
 * Returns the key of a request after checking its scope, project and origin.
 *
 * @throws ServiceError unauthenticated or the refusal of the key; permission_denied if the scope, project or origin is not allowed;
 *   not_found if the organization has no such project.
 */
export async function identify(
  request: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>,
  keys: KeyDirectory,
  scope: string,
): Promise<KeysResolveResponse> {
  const secret = findSecret(request);
  if (secret === undefined) throw new ServiceError('unauthenticated');
  return identifyBy(secret, request, keys, scope);
}

/**
 * The key in the headers or the URL of a request; undefined if there is none.
 *
 * @throws ServiceError unauthenticated if the URL has keys, none of which is accepted there.
 */
export function findSecret({
  url = '',
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>): string | undefined {
  const secret =
    extractCredential(rawHeaders) ??
    extractBareKey(rawHeaders) ??
    sentryKey(headers) ??
    extractBasicKey(headers.authorization) ??
    firehoseKey(headers) ??
    publishedKey(url);
  const refusal = secret === undefined ? whyNotPublished(url) : undefined;
  if (refusal !== undefined) throw new ServiceError('unauthenticated', { message: refusal });
  return secret;
}

/** SDKs of Sentry have a header for their key, and older ones a scheme of their own. */
function sentryKey(headers: IncomingMessage['headers']): string | undefined {
  return parseSentryAuth([headers['x-sentry-auth']].flat()[0]) ?? parseSentryAuth(headers.authorization);
}

/** Amazon Data Firehose has one place for a key. */
function firehoseKey(headers: IncomingMessage['headers']): string | undefined {
  const key = headers['x-amz-firehose-access-key'];
  return typeof key === 'string' ? key.trim() || undefined : undefined;
}

/** Identifies the sender by a secret that was found elsewhere in the request. @param scope that the key must have; any if absent. */
export async function identifyBy(
  secret: string,
  request: Pick<IncomingMessage, 'url' | 'headers'>,
  keys: KeyDirectory,
  scope?: string,
): Promise<KeysResolveResponse> {
  const key = await keys.resolve(secret, selectProject(request), scope);
  checkOrigin(key, request.headers.origin);
  return key;
}

/** The names of the key in a URL: ours, the short one of recorders, and that of SDKs of Sentry. */
const KEY_PARAMETERS: ReadonlySet<string> = new Set(['api_key', 'key', 'sentry_key']);

/** A beacon cannot set headers, so the key may be in the URL. URLs are logged by proxies, so only publishable keys are accepted there. */
export function publishedKey(url: string): string | undefined {
  const keys = keysIn(url);
  const [key] = keys;
  return keys.size === 1 && key !== undefined && isPublishable(key) ? key : undefined;
}

/** Whether a key may be in a URL, by its text alone. */
export function isPublishable(key: string): boolean {
  const parsed = parseApiKey(key);
  return parsed.form === 'native' && parsed.kind === 'publishable';
}

/** The different values of the parameters of a URL that name a key. */
function keysIn(url: string): ReadonlySet<string | undefined> {
  const start = url.indexOf('?');
  if (start < 0) return new Set();
  const named = parseQuery(url.slice(start + 1)).filter(({ name }) => KEY_PARAMETERS.has(name));
  return new Set(named.map(({ value }) => value));
}

/** Says why the keys of a URL are refused, of which none is accepted; undefined if it has none. */
function whyNotPublished(url: string): string | undefined {
  const { size } = keysIn(url);
  if (size === 0) return undefined;
  if (size > 1) return 'The URL has several different keys; it must have one publishable key.';
  return 'A key in the URL must be a publishable key; send any other key in the header Authorization or X-Svc-Api-Key.';
}

/** A request that does not come from a page, such as a gRPC call, has no origin. */
function checkOrigin({ allowedOrigins }: KeysResolveResponse, origin: string | undefined): void {
  if (isOriginAllowed(allowedOrigins, origin)) return;
  throw new ServiceError('permission_denied', { message: 'The credential is not for pages of this origin.' });
}
