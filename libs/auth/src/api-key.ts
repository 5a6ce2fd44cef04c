import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * API keys: `svc_<kind>_<random>_<checksum>`.
 *
 *     kind      what the key is bound to, or that it may be published; lower-case letters
 *     random    40 base62 characters, 238 bits
 *     checksum  6 base62 characters: CRC-32 of everything before the last underscore
 *
 * The checksum lets a mistyped or made-up key be refused without a look-up and lets scanners recognise leaked keys with few
 * false alarms; it proves nothing. Keys are stored as SHA-256 of their exact text: they are random, so a slow hash would buy
 * nothing.
 */
export const API_KEY_KINDS = ['org', 'project', 'publishable'] as const;
export type ApiKeyKind = (typeof API_KEY_KINDS)[number];

/** Secrets of the same form that are no API keys: those of sessions (cookie, access, refresh), and what opens an invitation. */
export type TokenKind = 'session' | 'access' | 'refresh' | 'device' | 'invitation';

/** All that a key in the source of a web page may do: send, into one project. */
export const PUBLISHABLE_SCOPES: ReadonlySet<string> = new Set(['analytics:write', 'telemetry:write']);

export interface GeneratedApiKey {
  /** The whole key, to be shown once. */
  readonly secret: string;
  /** The first characters, safe to show and store. */
  readonly prefix: string;
  /** What is stored: 32 bytes. */
  readonly sha256: Buffer<ArrayBuffer>;
}

export type ParsedApiKey =
  /** Carries our format and its checksum is right. */
  | { readonly form: 'native'; readonly kind: string }
  /** Another form, as an operator may choose for the first key; only a look-up can tell. */
  | { readonly form: 'opaque' }
  /** Cannot be a key of this service. */
  | { readonly form: 'malformed' };

/** Shortest and longest text that can be a key, in characters. */
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

/** What is kept of a key, also of one that somebody else chose. */
export function storedForm(secret: string): GeneratedApiKey {
  return { secret, prefix: displayPrefix(secret), sha256: hashSecret(secret) };
}

/** Judges a key by its text alone. */
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
  return createHash('sha256').update(secret, 'utf8').digest();
}

/** Compares two secrets in time that does not depend on where they differ, nor on their lengths. */
export function equalSecrets(left: string, right: string): boolean {
  return timingSafeEqual(hashSecret(left), hashSecret(right));
}

/**
 * The characters shown in lists. For our own keys the kind and four random characters (24 of 238 bits); for a key of another
 * form a quarter of it at most, since nothing is known of how it was chosen.
 */
function displayPrefix(secret: string): string {
  const parsed = parseApiKey(secret);
  if (parsed.form === 'native') return secret.slice(0, `svc_${parsed.kind}_`.length + 4);
  return secret.slice(0, Math.min(8, Math.floor(secret.length / 4)));
}

/** Bytes at or above 248 (4 x 62) are thrown away: taking them modulo 62 would favour the first eight digits. */
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
