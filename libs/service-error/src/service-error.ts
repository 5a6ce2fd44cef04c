import { ERROR_CODES, type ErrorCode } from './codes.js';

/** One violation: the path of the field as spelled in the API, and the reason. Never contains a value of the caller. */
export interface ErrorDetail {
  readonly path: string;
  readonly reason: string;
}

export interface ServiceErrorOptions {
  /** Public message; by default that of the catalog. Must not contain any input of the caller. */
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
  /** Retry delay in seconds; sent as the Retry-After header. */
  readonly retryAfterSeconds?: number;
  /** Private reason, for logs only. */
  readonly cause?: unknown;
}

/**
 * The only error that crosses a process or API boundary. `message` and `details` are public; `cause` is private and never leaves the
 * process. Every other error becomes `internal` at the boundary, without its text.
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

  /** The body every failure of the REST interface has: `{error, message}`, with `details` if fields are invalid. */
  toBody(): { error: ErrorCode; message: string; details?: readonly ErrorDetail[] } {
    const body = { error: this.code, message: this.message };
    return this.details.length > 0 ? { ...body, details: this.details } : body;
  }
}

/** Returns a ServiceError unchanged; wraps every other error as `internal`. */
export function toServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : new ServiceError('internal', { cause: error });
}

/** Creates the error for one invalid field. */
export function invalidField(path: string, reason: string): ServiceError {
  return new ServiceError('invalid_request', { message: `${path}: ${reason}`, details: [{ path, reason }] });
}

/** Renames the fields of an invalid_request, for fields that a request has in another place; returns other errors unchanged. */
export function withPaths(error: unknown, rename: (path: string) => string): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'invalid_request') return error;
  const details = error.details.map(({ path, reason }) => ({ path: rename(path), reason }));
  const message = details.map(({ path, reason }) => `${path}: ${reason}`).join('; ');
  return new ServiceError('invalid_request', { message, details });
}

/**
 * Creates the error for a change that the state of a record does not allow.
 *
 * @param field the field of the response that has the state.
 * @param state its current value.
 * @param message the states that allow the change, as a sentence.
 */
export function stateConflict(field: 'status' | 'state', state: string, message: string): ServiceError {
  return new ServiceError('state_conflict', { message, details: [{ path: field, reason: `is ${state}` }] });
}

/** Creates the error for a change to a state that the current one does not lead to. @param noun the kind of record. */
export function transitionConflict(field: 'status' | 'state', noun: string, from: string, to: string): ServiceError {
  const reason = `cannot change from ${from} to ${to}`;
  return new ServiceError('state_conflict', {
    message: `The ${field} of the ${noun} ${reason}.`,
    details: [{ path: field, reason }],
  });
}

/** Creates the generic 404, which is the same for unknown, foreign and hidden resources. */
export function notFound(): ServiceError {
  return new ServiceError('not_found');
}

/** Returns a record that was looked up. @throws ServiceError not_found if there is none. */
export function requireFound<Row>(row: Row | false | null | undefined): Row {
  if (!row) throw notFound();
  return row;
}

/** Creates the 403 of a request whose selector names another project than its credential or its other selector, or is malformed. */
export function projectConflict(): ServiceError {
  return new ServiceError('permission_denied', {
    message: 'project_id and X-Svc-Project must each be one well-formed value and agree with the credential.',
  });
}

/** Creates the error for an unavailable dependency; the caller may retry. */
export function unavailable(cause: unknown, retryAfterSeconds = 1): ServiceError {
  return new ServiceError('unavailable', { cause, retryAfterSeconds });
}
