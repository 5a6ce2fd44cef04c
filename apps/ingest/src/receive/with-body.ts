import type { IncomingMessage } from 'node:http';
import type { KeysResolveResponse } from '@svc/contract';
import { ServiceError } from '@svc/service-error';
import type { Admission, Reservation } from './admission.js';
import { readBody } from './body.js';
import { identify } from './identify.js';
import type { KeyDirectory } from './key-directory.js';

export interface BodyRoute {
  readonly keys: KeyDirectory;
  readonly admission: Admission;
  readonly maxBodyBytes: number;
  /** The scope that the key must have. */
  readonly scope: string;
}

/** A body as received, still compressed, while its bytes are reserved. */
export interface ReceivedBody<Form> {
  readonly key: KeysResolveResponse;
  readonly body: Buffer;
  readonly form: Form;
  readonly reservation: Reservation;
}

/**
 * Identifies the sender of a request, reads its body and hands it over.
 *
 * @param readForm reads from the headers what the body is, and throws before it is read.
 */
export async function withBody<Form, Result>(
  request: IncomingMessage,
  { keys, scope, admission, maxBodyBytes }: BodyRoute,
  readForm: () => Form,
  use: (received: ReceivedBody<Form>) => Promise<Result>,
): Promise<Result> {
  const key = await identify(request, keys, scope);
  const form = readForm();
  const reservation = admission.open(key);
  const maxBytes = reservation.limitBody(maxBodyBytes);
  try {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new ServiceError('payload_too_large');
    const body = await readBody(request, { maxBytes, reservation });
    return await use({ key, body, form, reservation });
  } finally {
    reservation.release();
  }
}
