import { ServiceError, type ErrorCode, type ErrorDetail } from '@svc/errors';
import { prepareBody, type Prepared } from './prepare-body.js';

/** A refusal is a result here: an error would lose its class on the way between threads. */
export type WorkerAnswer =
  | { readonly prepared: Prepared }
  | { readonly refusal: { code: ErrorCode; message: string; details: readonly ErrorDetail[] } };

/** Entry of the threads that check large bodies. */
export default function prepare(request: Parameters<typeof prepareBody>): WorkerAnswer {
  try {
    return { prepared: prepareBody(...request) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { refusal: { code: error.code, message: error.message, details: error.details } };
  }
}
