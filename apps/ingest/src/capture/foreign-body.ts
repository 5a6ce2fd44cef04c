import type { IncomingMessage } from 'node:http';
import { extractBasicUser, extractCredential } from '@svc/auth';
import type { KeysResolveResponse } from '@svc/contract';
import { ServiceError } from '@svc/service-error';
import type { Admission, Reservation, Sender } from '../receive/admission.js';
import { readBody } from '../receive/body.js';
import { identifyBy, publishedKey } from '../receive/identify.js';
import type { KeyDirectory } from '../receive/key-directory.js';
import type { FindBodyKey } from './capture-pool.js';
import { expandBody } from './expand.js';

export interface ForeignBodyOptions {
  readonly keys: KeyDirectory;
  readonly admission: Admission;
  readonly maxBodyBytes: number;
  /** The size that the body may have after decompression, in bytes; the size that it may have as sent by default. */
  readonly maxExpandedBytes?: number;
  /** The key outside of the body; by default where SDKs of PostHog and Segment have it. */
  readonly findKey?: (request: IncomingMessage) => string | undefined;
  readonly findBodyKey: (sender: string, body: Buffer) => ReturnType<FindBodyKey>;
}

/** A body of an SDK of another product with its key, while its bytes are reserved. */
export interface ForeignBody {
  readonly key: KeysResolveResponse;
  readonly body: Buffer;
  /** Undefined if the body had to be decompressed to find its key. */
  readonly contentEncoding: string | undefined;
  readonly reservation: Reservation;
}

/** Reads the body of an SDK, whose key is in a header or in the body, and hands it over. */
export async function withForeignBody<Result>(
  request: IncomingMessage,
  options: ForeignBodyOptions,
  scope: string,
  use: (received: ForeignBody) => Promise<Result>,
): Promise<Result> {
  const secret = (options.findKey ?? headerKey)(request);
  const keyed = secret === undefined ? await readKeyedBody(request, options, scope) : undefined;
  const key = keyed?.key ?? (await identifyBy(secret ?? '', request, options.keys, scope));
  const reservation = options.admission.open(key);
  try {
    if (keyed) {
      reservation.grow(keyed.body.byteLength);
      return await use({ ...keyed, contentEncoding: undefined, reservation });
    }
    const body = await readWithin(request, reservation, options.maxBodyBytes);
    return await use({ key, body, contentEncoding: request.headers['content-encoding'], reservation });
  } finally {
    reservation.release();
  }
}

/** Reads a body of at most as many bytes as its sender may send. @throws ServiceError payload_too_large. */
export async function readWithin(
  request: IncomingMessage,
  reservation: Reservation,
  maxBodyBytes: number,
): Promise<Buffer> {
  const maxBytes = reservation.limitBody(maxBodyBytes);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new ServiceError('payload_too_large');
  return readBody(request, { maxBytes, reservation });
}

/** The key that an SDK of another product sends in a header; undefined if it is in the body. */
function headerKey({ rawHeaders, headers, url = '' }: IncomingMessage): string | undefined {
  return extractCredential(rawHeaders) ?? extractBasicUser(headers.authorization) ?? publishedKey(url);
}

/**
 * Reads a body that contains its own key, and so before the sender is known. All such senders together hold at most
 * half of the bytes in flight, senders at one address an eighth, and a body is limited to the size allowed for a
 * publishable key, or to `maxExpandedBytes` after decompression.
 *
 * @returns the decompressed body and its key.
 * @throws ServiceError unauthenticated if the body names no key; unavailable if too many such senders wait.
 */
async function readKeyedBody(
  request: IncomingMessage,
  { keys, admission, maxBodyBytes, maxExpandedBytes, findBodyKey }: ForeignBodyOptions,
  scope: string,
): Promise<{ readonly key: KeysResolveResponse; readonly body: Buffer }> {
  const sender = unknownSender(request.socket.remoteAddress);
  const reservation = admission.open(sender);
  const readUnknown = async () => {
    const sent = await readWithin(request, reservation, maxBodyBytes);
    const maxBytes = maxExpandedBytes ?? reservation.limitBody(maxBodyBytes);
    const body = await expandBody(sent, request.headers['content-encoding'], { maxBytes, reservation });
    return { body, secret: await findBodyKey(sender.keyId, body) };
  };
  try {
    const { body, secret } = await readUnknown().catch(toUnavailable);
    if (secret === undefined) throw new ServiceError('unauthenticated');
    return { key: await identifyBy(secret, request, keys, scope), body };
  } finally {
    reservation.release();
  }
}

/** A sender that is not known has reached no limit of its own. PostHog's SDK for pages repeats what got 503, and drops what got 429. */
function toUnavailable(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== 'concurrency_limited') throw error;
  throw new ServiceError('unavailable', { cause: error, retryAfterSeconds: error.retryAfterSeconds });
}

const NOBODY = 'unknown';

function unknownSender(address = NOBODY): Sender {
  return { keyId: `address ${address}`, organizationId: NOBODY, project: { id: NOBODY }, publishable: true };
}
