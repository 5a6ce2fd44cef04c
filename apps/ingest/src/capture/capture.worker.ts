import { ServiceError, type ErrorCode } from '@svc/errors';
import { prepareCapture, type PreparedCapture } from './prepare-capture.js';

/** A refusal is a result here: an error would lose its class on the way between threads. */
export type CaptureWorkerAnswer =
  { readonly prepared: PreparedCapture } | { readonly refusal: { readonly code: ErrorCode; readonly message: string } };

/** Entry of the threads that read large capture requests. */
export default function prepare(request: Parameters<typeof prepareCapture>): CaptureWorkerAnswer {
  try {
    return { prepared: prepareCapture(...request) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { refusal: { code: error.code, message: error.message } };
  }
}
