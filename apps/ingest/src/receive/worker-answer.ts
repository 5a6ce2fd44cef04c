import { ServiceError, type ErrorCode, type ErrorDetail } from '@svc/errors';

/** A refusal is a result here: an error would lose its class on the way between threads. */
export type WorkerAnswer<Prepared> =
  | { readonly prepared: Prepared }
  | { readonly refusal: { code: ErrorCode; message: string; details: readonly ErrorDetail[] } };

/** What a thread's file exports: the work with its refusals as results. */
export function answering<Request extends unknown[], Prepared>(
  prepare: (...request: Request) => Prepared,
): (request: Request) => WorkerAnswer<Prepared> {
  return (request) => {
    try {
      return { prepared: prepare(...request) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { refusal: { code: error.code, message: error.message, details: error.details } };
    }
  };
}
