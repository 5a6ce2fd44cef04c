import type { IncomingMessage } from 'node:http';
import { extractBasicUser, extractCredential } from '@svc/auth';
import type { KeysResolveResponse } from '@svc/contract';
import { ServiceError } from '@svc/service-error';
import type { Admission, Sender } from '../receive/admission.js';
import { readBody } from '../receive/body.js';
import { identifyBy, publishedKey } from '../receive/identify.js';
import type { KeyDirectory } from '../receive/key-directory.js';
import type { FindBodyKey } from './capture-pool.js';
import { expandBody } from './expand.js';

export interface ForeignBodyOptions {
  readonly keys: KeyDirectory;
  readonly admission: Admission;
  readonly maxBodyBytes: number;
  readonly findBodyKey: FindBodyKey;
}

/** The key that an SDK of another product sends in a header; undefined if it is in the body. */
export function headerKey({ rawHeaders, headers, url = '' }: IncomingMessage): string | undefined {
  return extractCredential(rawHeaders) ?? extractBasicUser(headers.authorization) ?? publishedKey(url);
}

/**
 * Reads a body that contains its own key, and so before the sender is known. All such senders together hold at most
 * half of the bytes in flight, senders at one address an eighth, and a body is limited to the size allowed for a
 * publishable key.
 *
 * @returns the decompressed body and its key.
 * @throws ServiceError unauthenticated if the body names no key.
 */
export async function readKeyedBody(
  request: IncomingMessage,
  { keys, admission, maxBodyBytes, findBodyKey }: ForeignBodyOptions,
  scope: string,
): Promise<{ readonly key: KeysResolveResponse; readonly body: Buffer }> {
  const sender = unknownSender(request.socket.remoteAddress);
  const reservation = admission.open(sender);
  try {
    const maxBytes = reservation.limitBody(maxBodyBytes);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new ServiceError('payload_too_large');
    const sent = await readBody(request, { maxBytes, reservation });
    const body = await expandBody(sent, request.headers['content-encoding'], { maxBytes, reservation });
    const secret = await findBodyKey(sender.keyId, body);
    if (secret === undefined) throw new ServiceError('unauthenticated');
    return { key: await identifyBy(secret, request, keys, scope), body };
  } finally {
    reservation.release();
  }
}

const NOBODY = 'unknown';

function unknownSender(address = NOBODY): Sender {
  return { keyId: `address ${address}`, organizationId: NOBODY, project: { id: NOBODY }, publishable: true };
}
