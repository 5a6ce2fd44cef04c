import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

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
  /** The ID of the first key, which is needed to open bytes again. */
  readonly currentKeyId: string;
  /**
   * Seals bytes with the first key: `iv tag ciphertext`, `SEAL_BYTES` more than were given. Other work runs between
   * the slices of a large value.
   */
  sealBytes(bytes: Uint8Array, place: string): Promise<Buffer>;
  /** @throws Error if the bytes were not sealed for this place by that key; the error does not contain them. */
  openBytes(sealed: Uint8Array, keyId: string, place: string): Promise<Buffer>;
}

const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The amount that is encrypted in one turn of the event loop, which takes a few milliseconds. */
const SLICE_BYTES = 4 * 1024 * 1024;
/** The number of bytes that sealing adds. */
export const SEAL_BYTES = IV_BYTES + TAG_BYTES;

/** @throws Error for an invalid ring or a duplicate key; the error does not contain the text. */
export function createKeyRing(text: string): KeyRing {
  const keys = readKeys(text);
  const [current] = keys;
  if (!current) throw new Error('The ring of encryption keys is empty');
  const [currentKeyId, currentKey] = current;
  const currentPrefix = `${VERSION}.${currentKeyId}.`;
  function* sealing(bytes: Uint8Array, place: string): Generator<void, Buffer> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, currentKey, iv).setAAD(context(currentKeyId, place));
    const sealed = Buffer.allocUnsafe(SEAL_BYTES + bytes.length);
    iv.copy(sealed);
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      moveInto(sealed, SEAL_BYTES + at, cipher.update(bytes.subarray(at, at + SLICE_BYTES)));
      if (at + SLICE_BYTES < bytes.length) yield;
    }
    cipher.final();
    cipher.getAuthTag().copy(sealed, IV_BYTES);
    return sealed;
  }
  function* opening(sealed: Uint8Array, keyId: string, place: string): Generator<void, Buffer> {
    const key = keys.get(keyId);
    if (!key || sealed.length < SEAL_BYTES) throw unopened();
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(context(keyId, place)).setAuthTag(sealed.subarray(IV_BYTES, SEAL_BYTES));
    const length = sealed.length - SEAL_BYTES;
    let bytes: Buffer;
    if (length <= SLICE_BYTES) {
      bytes = decipher.update(sealed.subarray(SEAL_BYTES));
    } else {
      bytes = Buffer.allocUnsafe(length);
      for (let at = 0; at < length; at += SLICE_BYTES) {
        moveInto(bytes, at, decipher.update(sealed.subarray(SEAL_BYTES + at, SEAL_BYTES + at + SLICE_BYTES)));
        if (at + SLICE_BYTES < length) yield;
      }
    }
    try {
      decipher.final();
    } catch {
      throw unopened();
    }
    return bytes;
  }
  return {
    currentPrefix,
    currentKeyId,
    sealBytes: (bytes, place) => inTurns(sealing(bytes, place)),
    openBytes: (sealed, keyId, place) => inTurns(opening(sealed, keyId, place)),
    seal: (secret, place) => `${currentPrefix}${atOnce(sealing(Buffer.from(secret), place)).toString('base64url')}`,
    open: (sealed, place) => {
      const [version, keyId = '', body = ''] = sealed.split('.');
      if (version !== VERSION) throw unopened();
      return atOnce(opening(Buffer.from(body, 'base64url'), keyId, place)).toString('utf8');
    },
  };
}

/** Copies a slice and releases its memory, because buffers that wait for garbage collection cause more of it. */
function moveInto(target: Buffer, at: number, slice: Buffer): void {
  slice.copy(target, at);
  if (slice.buffer instanceof ArrayBuffer && slice.length === slice.buffer.byteLength) slice.buffer.transfer(0);
}

async function inTurns(slices: Generator<void, Buffer>): Promise<Buffer> {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
    await setImmediate();
  }
}

function atOnce(slices: Generator<void, Buffer>): Buffer {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
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
