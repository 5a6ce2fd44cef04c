import { ServiceError } from '@svc/service-error';
import { parseApiKey } from './api-key.js';

/** Headers that carry a credential as their whole value. */
const KEY_HEADERS = new Set(['x-svc-api-key', 'x-api-key']);
const AUTHORIZATION = /^(?:apikey|bearer|geniekey)[ \t]+(.*)$/i;
const BASIC = /^basic[ \t]+([A-Za-z0-9+/=_-]+)$/i;

/**
 * Returns the credential of a request, or undefined if there is none. Accepts `X-Svc-API-Key`, `X-API-Key`,
 * `Authorization: ApiKey <key>`, `Authorization: Bearer <key>` and, as clients of Opsgenie send it, `Authorization: GenieKey <key>`; an
 * Authorization header with another scheme is ignored.
 *
 * Takes the headers as Node delivers them in `rawHeaders` (name, value, name, value, ...): the parsed form keeps only the first
 * of two Authorization headers, and a proxy in front of the service may have checked the other one.
 *
 * @throws ServiceError unauthenticated when the request carries two different credentials.
 */
export function extractCredential(rawHeaders: readonly string[]): string | undefined {
  let found: string | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const credential = parseCredential(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
    if (credential === undefined) continue;
    if (found !== undefined && found !== credential) {
      throw severalCredentials();
    }
    found = credential;
  }
  return found;
}

/**
 * The user name of HTTP Basic, for SDKs of other products that send their key so; undefined without one. The password is ignored.
 */
export function extractBasicUser(authorization: string | undefined): string | undefined {
  const encoded = BASIC.exec(authorization?.trim() ?? '')?.[1];
  if (encoded === undefined) return undefined;
  return Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0] || undefined;
}

/**
 * The key of this service in HTTP Basic, as user name or as password, for senders that have no other way; undefined without one. If both
 * are keys, the password is taken, which senders keep as a secret.
 */
export function extractBasicKey(authorization: string | undefined): string | undefined {
  const encoded = BASIC.exec(authorization?.trim() ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  const [user, password] = colon < 0 ? [decoded, ''] : [decoded.slice(0, colon), decoded.slice(colon + 1)];
  return [password, user].find((text) => parseApiKey(text).form === 'native') ?? (password || undefined);
}

/**
 * The whole value of the header Authorization if it is a key of this service, for SDKs of other products that send their key without a
 * scheme; undefined otherwise, and if the header is repeated.
 */
export function extractBareKey(rawHeaders: readonly string[]): string | undefined {
  return nativeKey(onlyAuthorization(rawHeaders)?.trim());
}

/**
 * The key of this service in HTTP Basic, for clients of other products that have no other way to send one. Other names and passwords are
 * ignored, because those of a proxy in front of the service come with each request of a browser; undefined if the header is repeated.
 */
function extractNativeBasicKey(rawHeaders: readonly string[]): string | undefined {
  return nativeKey(extractBasicKey(onlyAuthorization(rawHeaders)));
}

/**
 * The credential of a request to an interface: that of `extractCredential`, or the key of this service in HTTP Basic.
 *
 * @throws ServiceError unauthenticated when the request carries two different credentials.
 */
export function extractAnyCredential(rawHeaders: readonly string[]): string | undefined {
  const [named, basic] = [extractCredential(rawHeaders), extractNativeBasicKey(rawHeaders)];
  if (named !== undefined && basic !== undefined && named !== basic) throw severalCredentials();
  return named ?? basic;
}

/** The header Authorization if there is exactly one. */
function onlyAuthorization(rawHeaders: readonly string[]): string | undefined {
  const values = rawHeaders.filter(
    (_, index) => rawHeaders[index - 1]?.toLowerCase() === 'authorization' && index % 2 === 1,
  );
  return values.length === 1 ? values[0] : undefined;
}

function nativeKey(text: string | undefined): string | undefined {
  return text !== undefined && parseApiKey(text).form === 'native' ? text : undefined;
}

function severalCredentials(): ServiceError {
  return new ServiceError('unauthenticated', { message: 'The request carries more than one credential.' });
}

function parseCredential(name: string, value: string): string | undefined {
  const header = name.toLowerCase();
  if (KEY_HEADERS.has(header)) return value.trim() || undefined;
  if (header === 'authorization') return AUTHORIZATION.exec(value.trim())?.[1]?.trim() || undefined;
  return undefined;
}
