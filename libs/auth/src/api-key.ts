import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * API keys: `svc_<kind>_<random>_<checksum>`.
 *
 *     kind      the resource that the key is bound to, or that it is publishable; lower-case letters
 *     random    40 base62 characters, 238 bits
 *     checksum  6 base62 characters: CRC-32 of everything before the last underscore
 *
 * The checksum allows a mistyped or made-up key to be rejected without a lookup, and lets scanners recognize leaked
 * keys with few false alarms; it does not prove authenticity. Keys are stored as SHA-256 of their exact text: they are
 * random, so a slow hash would not add security.
 */
export const API_KEY_KINDS = ['org', 'project', 'publishable'] as const;
export type ApiKeyKind = (typeof API_KEY_KINDS)[number];

/**
 * Kinds of secrets in the same format that are not API keys: session cookies, access and refresh tokens, invitations, logins that wait
 * for a second factor, links to choose a password, links by which recipients of notifications prove their address, and the link that
 * creates the first account.
 */
export type TokenKind =
  'session' | 'access' | 'refresh' | 'code' | 'device' | 'invitation' | 'login' | 'reset' | 'recipient' | 'setup';

/**
 * The only scopes of a publishable key, which may be part of the source of a web page: sending data and evaluating
 * flags.
 */
export const PUBLISHABLE_SCOPES: ReadonlySet<string> = new Set([
  'analytics:write',
  'flags:evaluate',
  'telemetry:write',
]);

/**
 * Whether a page of this origin, or a program without one, may use a key that is restricted to some origins. Without a restriction
 * everybody may.
 */
export function isOriginAllowed(allowedOrigins: readonly string[], origin: string | undefined): boolean {
  return allowedOrigins.length === 0 || (origin !== undefined && allowedOrigins.includes(origin));
}

export interface GeneratedApiKey {
  /** The complete key, which is shown only once. */
  readonly secret: string;
  /** The first characters, safe to show and store. */
  readonly prefix: string;
  /** The stored hash: 32 bytes. */
  readonly sha256: Buffer<ArrayBuffer>;
}

export type ParsedApiKey =
  /** The key has our format and a correct checksum. */
  | { readonly form: 'native'; readonly kind: string }
  /** The key has another format, which an operator may choose for the first key; only a lookup can verify it. */
  | { readonly form: 'opaque' }
  /** The text cannot be a key of this service. */
  | { readonly form: 'malformed' };

/** Minimum and maximum length of a key, in characters. */
const API_KEY_MIN_LENGTH = 16;
const API_KEY_MAX_LENGTH = 256;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const NATIVE = /^svc_([a-z]+)_[0-9A-Za-z]{32,}_[0-9A-Za-z]{6}$/;
const PRINTABLE = /^[\x21-\x7e]+$/;

export function generateApiKey(kind: ApiKeyKind | TokenKind): GeneratedApiKey {
  const body = `svc_${kind}_${randomBase62(RANDOM_LENGTH)}`;
  return storedForm(`${body}_${checksum(body)}`);
}

/** Derives the stored form of a key, including one that was not generated here. */
export function storedForm(secret: string): GeneratedApiKey {
  return { secret, prefix: displayPrefix(secret), sha256: hashSecret(secret) };
}

/** Classifies a key by its text alone. */
export function parseApiKey(text: string): ParsedApiKey {
  if (text.length < API_KEY_MIN_LENGTH || text.length > API_KEY_MAX_LENGTH || !PRINTABLE.test(text)) {
    return { form: 'malformed' };
  }
  const kind = NATIVE.exec(text)?.[1];
  if (kind === undefined) return { form: 'opaque' };
  const end = text.length - CHECKSUM_LENGTH - 1;
  return checksum(text.slice(0, end)) === text.slice(end + 1) ? { form: 'native', kind } : { form: 'malformed' };
}

/** SHA-256 of the key's exact text. */
export function hashSecret(secret: string): Buffer<ArrayBuffer> {
  return hash('sha256', secret, 'buffer');
}

/** Compares two secrets in time that does not depend on where they differ, nor on their lengths. */
export function equalSecrets(left: string, right: string): boolean {
  return timingSafeEqual(hashSecret(left), hashSecret(right));
}

/**
 * Returns the characters shown in lists: the kind and four random characters (24 of 238 bits) of our own keys; at most a quarter
 * of a key in another format, since it may not be random.
 */
function displayPrefix(secret: string): string {
  const parsed = parseApiKey(secret);
  if (parsed.form === 'native') return secret.slice(0, `svc_${parsed.kind}_`.length + 4);
  return secret.slice(0, Math.min(8, Math.floor(secret.length / 4)));
}

/** Bytes at or above 248 (4 x 62) are discarded: taking them modulo 62 would favor the first eight digits. */
function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    digits = `${BASE62[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
