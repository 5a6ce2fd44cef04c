import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Content of a download token: the file, and the caller that it was issued to. */
export interface DownloadGrant {
  readonly projectId: string;
  readonly jobId: string;
  /** SHA-256 of the file in hexadecimal digits, so that the token is not valid for another file of the job. */
  readonly sha256: string;
  /** user or api_key, and its ID. */
  readonly principalType: string;
  readonly principalId: string;
  readonly organizationId: string;
  readonly expiresAtMs: number;
}

export interface DownloadTokens {
  sign(grant: DownloadGrant): string;
  /** @returns undefined for a text that `sign` did not create. The caller checks the expiry. */
  verify(token: string): DownloadGrant | undefined;
}

const VERSION = 1;
const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 32;
const HEADER_BYTES = 1 + KEY_ID_BYTES + SIGNATURE_BYTES;
/** Far above the length of any token; a longer text is not decoded. */
const MAX_TOKEN_LENGTH = 1_024;

/**
 * Creates tokens that are signed with a key derived from the secret, which all processes share.
 *
 *     token     = base64url(version key-id signature payload)
 *     key-id    = first 4 bytes of the SHA-256 of the key, so that a token of an earlier secret is recognised as one
 *     signature = HMAC-SHA-256 over version, key-id and payload
 *     payload   = JSON array of what is granted
 */
export function createDownloadTokens(secret: string): DownloadTokens {
  const key = createHmac('sha256', secret).update('svc export download').digest();
  const head = Buffer.concat([Buffer.of(VERSION), createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES)]);
  const sign = (payload: Uint8Array): Buffer => createHmac('sha256', key).update(head).update(payload).digest();
  return {
    sign: (grant) => {
      const payload = Buffer.from(JSON.stringify(toArray(grant)));
      return Buffer.concat([head, sign(payload), payload]).toString('base64url');
    },
    verify: (token) => {
      if (token.length > MAX_TOKEN_LENGTH) return undefined;
      const bytes = Buffer.from(token, 'base64url');
      // Decoding ignores invalid characters and the unused bits of the last one; encoding again detects them.
      if (bytes.toString('base64url') !== token || bytes.length <= HEADER_BYTES) return undefined;
      if (!timingSafeEqual(bytes.subarray(0, head.length), head)) return undefined;
      const payload = bytes.subarray(HEADER_BYTES);
      if (!timingSafeEqual(sign(payload), bytes.subarray(head.length, HEADER_BYTES))) return undefined;
      return fromArray(JSON.parse(payload.toString()) as ReturnType<typeof toArray>);
    },
  };
}

function toArray(grant: DownloadGrant) {
  const { projectId, jobId, sha256, principalType, principalId, organizationId, expiresAtMs } = grant;
  return [projectId, jobId, sha256, principalType, principalId, organizationId, expiresAtMs] as const;
}

function fromArray([projectId, jobId, sha256, principalType, principalId, organizationId, expiresAtMs]: ReturnType<
  typeof toArray
>): DownloadGrant {
  return { projectId, jobId, sha256, principalType, principalId, organizationId, expiresAtMs };
}
