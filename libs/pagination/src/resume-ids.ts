import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** The stream that an ID belongs to. An ID is valid only for the stream it was created for. */
export interface StreamBounds {
  /** `logs.stream`. */
  readonly operation: string;
  /** Number of the project. */
  readonly project: number;
}

/** Creates and reads the IDs of one stream. Times are in milliseconds since 1970. */
export interface ResumeIds {
  seal(position: Uint8Array, issuedAtMs: number): string;
  /** Undefined for every text that `seal` did not create for this stream. */
  open(id: string): { readonly position: Uint8Array; readonly issuedAtMs: number } | undefined;
}

export type ResumeIdsFactory = (bounds: StreamBounds) => ResumeIds;

/**
 * Creates the IDs with which clients resume streams, encrypted with a key derived from the secret, which all processes that serve a
 * stream share. A position in the event log would reveal how much other projects send, so a client must not be able to read it.
 *
 *     id     = base64url(header iv tag ciphertext), AES-256-GCM with the header as additional data
 *     header = version (1 byte), time of issue in milliseconds (6 bytes)
 *     iv     = 12 random bytes, tag = 16 bytes
 *
 * Each operation, project and hour has its own key, so no key seals as many IDs as random initialization vectors allow (2^32).
 */
export function createResumeIds(secret: string): ResumeIdsFactory {
  if (Buffer.byteLength(secret) < MIN_SECRET_BYTES) throw new Error(`The secret must have ${MIN_SECRET_BYTES} bytes.`);
  const root = createHmac('sha256', secret).update('svc resume id').digest();
  return ({ operation, project }) => {
    let current = { hour: -1, key: root };
    const deriveKey = (issuedAtMs: number): Buffer => {
      const hour = Math.floor(issuedAtMs / HOUR_MS);
      if (current.hour !== hour) {
        const key = createHmac('sha256', root)
          .update(JSON.stringify([operation, project, hour]))
          .digest();
        current = { hour, key };
      }
      return current.key;
    };
    return {
      seal: (position, issuedAtMs) => {
        const header = Buffer.alloc(HEADER_BYTES, VERSION);
        header.writeUIntBE(issuedAtMs, 1, TIME_BYTES);
        const iv = randomBytes(IV_BYTES);
        const cipher = createCipheriv(ALGORITHM, deriveKey(issuedAtMs), iv).setAAD(header);
        const ciphertext = Buffer.concat([cipher.update(position), cipher.final()]);
        return Buffer.concat([header, iv, cipher.getAuthTag(), ciphertext]).toString('base64url');
      },
      open: (id) => {
        const bytes = Buffer.from(id, 'base64url');
        // Decoding ignores invalid characters and the unused bits of the last one; encoding again detects them.
        const isExact = bytes.toString('base64url') === id;
        if (!isExact || bytes[0] !== VERSION || bytes.length < CIPHERTEXT_AT) return undefined;
        const header = bytes.subarray(0, HEADER_BYTES);
        const issuedAtMs = header.readUIntBE(1, TIME_BYTES);
        const decipher = createDecipheriv(ALGORITHM, deriveKey(issuedAtMs), bytes.subarray(HEADER_BYTES, TAG_AT))
          .setAAD(header)
          .setAuthTag(bytes.subarray(TAG_AT, CIPHERTEXT_AT));
        const position = decipher.update(bytes.subarray(CIPHERTEXT_AT));
        try {
          decipher.final();
        } catch {
          return undefined;
        }
        return { position, issuedAtMs };
      },
    };
  };
}

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const TIME_BYTES = 6;
const HEADER_BYTES = 1 + TIME_BYTES;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const TAG_AT = HEADER_BYTES + IV_BYTES;
const CIPHERTEXT_AT = TAG_AT + TAG_BYTES;
const HOUR_MS = 3_600_000;
const MIN_SECRET_BYTES = 16;
