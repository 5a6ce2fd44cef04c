import type { IncomingMessage } from 'node:http';
import { extractCredential, parseApiKey, parseQuery } from '@svc/auth';
import type { KeysResolveResponse } from '@svc/contract';
import { ServiceError } from '@svc/errors';
import type { KeyDirectory } from './key-directory.js';
import { selectProject } from './project-selector.js';
import { requireScope } from './scope.js';

/**
 * The key of a request that may do what it asks for, from where the key allows it.
 *
 * @throws ServiceError unauthenticated or the refusal of the key; permission_denied for the scope, the project or the page.
 */
export async function identify(
  request: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>,
  keys: KeyDirectory,
  scope: string,
): Promise<KeysResolveResponse> {
  const url = request.url ?? '';
  const secret = extractCredential(request.rawHeaders) ?? publishedKey(url);
  if (secret === undefined) throw new ServiceError('unauthenticated');
  const key = await keys.resolve(secret, selectProject(url, request.headers['x-svc-project']));
  requireScope(key, scope);
  checkOrigin(key, request.headers.origin);
  return key;
}

/** A beacon can set no header. Addresses are logged on their way, so only a key that is no secret may stand in one. */
export function publishedKey(url: string): string | undefined {
  const start = url.indexOf('?');
  if (start < 0) return undefined;
  const named = parseQuery(url.slice(start + 1)).filter(({ name }) => name === 'api_key');
  const keys = new Set(named.map(({ value }) => value));
  const [key] = keys;
  if (keys.size !== 1 || key === undefined) return undefined;
  const parsed = parseApiKey(key);
  return parsed.form === 'native' && parsed.kind === 'publishable' ? key : undefined;
}

/** A request that comes from no page, such as one over gRPC, has no origin. */
function checkOrigin({ allowedOrigins }: KeysResolveResponse, origin: string | undefined): void {
  if (allowedOrigins.length === 0 || (origin !== undefined && allowedOrigins.includes(origin))) return;
  throw new ServiceError('permission_denied', { message: 'The credential is not for pages of this origin.' });
}
