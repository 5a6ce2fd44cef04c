import type { Received } from '@svc/external-alerts';
import { ServiceError, type ErrorCode, type ErrorDetail } from '@svc/service-error';
import { translate, type SentRequest } from './translate.js';

/** Refusals are results, because an error would lose its class between threads. */
export type Translation =
  | { readonly received: Received }
  | { readonly refusal: { code: ErrorCode; message: string; details: readonly ErrorDetail[] } };

/** Entry point of the thread that translates large bodies. */
export default function (request: SentRequest): Translation {
  try {
    return { received: translate(request) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, details } = error;
    return { refusal: { code, message, details } };
  }
}
