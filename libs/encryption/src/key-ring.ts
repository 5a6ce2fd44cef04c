import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** `<id>=<key>,<id>=<key>`: an id of 1 to 16 letters, digits, `_` or `-`; a key of 32 bytes as base64 or base64url. */
export const KEY_RING = /^[\w-]{1,16}=[A-Za-z0-9+/_-]{43}=?(,[\w-]{1,16}=[A-Za-z0-9+/_-]{43}=?)*$/;

/**
 * Seals secrets for storage with AES-256-GCM and opens them again.
 *
 *     sealed = version . key id . base64url(iv tag ciphertext)
 *     version = "v1", iv = 12 random bytes, tag = 16 bytes
 *
 * A secret is sealed for one place, such as the ID of its row; moved to another row it cannot be opened. The first key of the ring
 * seals; all keys open. So a key is replaced by adding a new one before it, and removed once nothing is sealed with it.
 */
export interface KeyRing {
  /** Prefix of every text that was sealed with the first key; texts with another prefix should be sealed again. */
  readonly currentPrefix: string;
  seal(secret: string, place: string): string;
  /** @throws Error if the text was not sealed for this place by a key of the ring; the error does not contain the text. */
  open(sealed: string, place: string): string;
}

const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @throws Error for an invalid ring or a duplicate key; the error does not contain the text. */
export function createKeyRing(text: string): KeyRing {
  const keys = readKeys(text);
  const [current] = keys;
  if (!current) throw new Error('The ring of encryption keys is empty');
  const [currentKeyId, currentKey] = current;
  const currentPrefix = `${VERSION}.${currentKeyId}.`;
  return {
    currentPrefix,
    seal: (secret, place) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, currentKey, iv).setAAD(context(currentKeyId, place));
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const body = Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url');
      return `${currentPrefix}${body}`;
    },
    open: (sealed, place) => {
      const [version, keyId = '', body = ''] = sealed.split('.');
      const key = keys.get(keyId);
      const bytes = Buffer.from(body, 'base64url');
      if (version !== VERSION || !key || bytes.length < IV_BYTES + TAG_BYTES) throw unopened();
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(context(keyId, place)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        const secret = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([secret, decipher.final()]).toString('utf8');
      } catch {
        throw unopened();
      }
    },
  };
}

/** Creates a ring with one random key. */
export function generateKey(id: string): string {
  return `${id}=${randomBytes(KEY_BYTES).toString('base64url')}`;
}

function readKeys(text: string): Map<string, Buffer> {
  if (!KEY_RING.test(text)) throw new Error('The ring of encryption keys is malformed');
  const keys = new Map<string, Buffer>();
  for (const entry of text.split(',')) {
    const equals = entry.indexOf('=');
    const id = entry.slice(0, equals);
    const key = Buffer.from(entry.slice(equals + 1), 'base64url');
    if (keys.has(id) || key.length !== KEY_BYTES) throw new Error('The ring of encryption keys is malformed');
    keys.set(id, key);
  }
  return keys;
}

function context(keyId: string, place: string): Buffer {
  return Buffer.from(JSON.stringify([VERSION, keyId, place]));
}

function unopened(): Error {
  return new Error('A sealed secret cannot be opened: its key was removed from the ring, or it was changed or moved');
}
