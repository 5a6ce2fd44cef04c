import { ServiceError, type ErrorCode, type ErrorDetail } from '@svc/errors';

/** Refusals are returned as results, because an error would lose its class when it is passed between threads. */
export type WorkerAnswer<Prepared> =
  | { readonly prepared: Prepared }
  | { readonly refusal: { code: ErrorCode; message: string; details: readonly ErrorDetail[] } };

/** Wraps the work of a worker thread so that it returns refusals as results. */
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
