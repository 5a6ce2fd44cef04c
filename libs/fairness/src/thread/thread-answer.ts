import { ServiceError, type ErrorCode, type ErrorDetail } from '@svc/service-error';

/** A refusal is a result, because an error would lose its class between threads. */
export type ThreadAnswer<Result> =
  | { readonly result: Result }
  | {
      readonly refusal: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly details: readonly ErrorDetail[];
      };
    };

/** Runs the work of a thread. Errors other than refusals are thrown. */
export function answer<Result>(work: () => Result): ThreadAnswer<Result> {
  try {
    return { result: work() };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, details } = error;
    return { refusal: { code, message, details } };
  }
}
