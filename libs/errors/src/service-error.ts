import { ERROR_CODES, type ErrorCode } from './codes.js';

/** One violation: the path of the field in the wire's spelling and why it was refused. Never holds a value of the caller's. */
export interface ErrorDetail {
  readonly path: string;
  readonly reason: string;
}

export interface ServiceErrorOptions {
  /** Public text; the catalog's text when absent. Must not contain anything the caller sent. */
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
  /** Seconds after which a retry makes sense; becomes the Retry-After header. */
  readonly retryAfterSeconds?: number;
  /** Private reason, for our logs only. */
  readonly cause?: unknown;
}

/**
 * The only error that crosses a boundary of ours. `message` and `details` are public; `cause` is private and never leaves the
 * process. Anything else that is thrown becomes `internal` at the edge, without its text.
 */
export class ServiceError extends Error {
  readonly details: readonly ErrorDetail[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ErrorCode,
    options: ServiceErrorOptions = {},
  ) {
    super(options.message ?? ERROR_CODES[code].message, { cause: options.cause });
    this.name = 'ServiceError';
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? (code === 'unavailable' ? 1 : undefined);
  }

  get httpStatus(): number {
    return ERROR_CODES[this.code].http;
  }

  get grpcStatus(): number {
    return ERROR_CODES[this.code].grpc;
  }

  /** The body every failure of the REST interface has: `{error, message}`, with `details` where fields are to blame. */
  toBody(): { error: ErrorCode; message: string; details?: readonly ErrorDetail[] } {
    const body = { error: this.code, message: this.message };
    return this.details.length > 0 ? { ...body, details: this.details } : body;
  }
}

/** Keeps a ServiceError; hides everything else behind `internal`. */
export function toServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : new ServiceError('internal', { cause: error });
}

/** The refusal of one field. */
export function invalidField(path: string, reason: string): ServiceError {
  return new ServiceError('invalid_request', { message: `${path}: ${reason}`, details: [{ path, reason }] });
}

/** The one 404, equal for unknown, foreign and hidden resources. */
export function notFound(): ServiceError {
  return new ServiceError('not_found');
}

/** A dependency that does not answer; the caller may retry. */
export function unavailable(cause: unknown, retryAfterSeconds = 1): ServiceError {
  return new ServiceError('unavailable', { cause, retryAfterSeconds });
}
