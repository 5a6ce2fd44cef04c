import { ConfigFileError } from '@svc/profile';
import type { Json, JsonObject } from './values/json.js';

/** Exit codes of the process; `failure` covers every failure without a code of its own. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  unauthenticated: 3,
  forbidden: 4,
  notFound: 5,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The details of a failed response besides its error and message. */
export interface ResponseFacts {
  readonly status: number;
  /** The violations as the API sent them. */
  readonly details?: Json;
  /** Seconds, or the HTTP date where the server sent one. */
  readonly retryAfter?: number | string;
  readonly requestId?: string;
}

/** The only error the client throws on purpose. `error` is a stable code, `message` is meant to be read by users. */
export class Failure extends Error {
  constructor(
    readonly error: string,
    message: string,
    readonly exitCode: ExitCode = EXIT.failure,
    readonly response?: ResponseFacts,
  ) {
    super(message);
    this.name = 'Failure';
  }

  /** The JSON that programs read on standard error. A failure without a response has no status. */
  toBody(): JsonObject {
    const { status, details, retryAfter, requestId } = this.response ?? {};
    return {
      error: this.error,
      message: this.message,
      exit_code: this.exitCode,
      ...(status !== undefined && { status }),
      ...(details !== undefined && { details }),
      ...(retryAfter !== undefined && { retry_after: retryAfter }),
      ...(requestId !== undefined && { request_id: requestId }),
    };
  }
}

/** A mistake in the command line, found before anything was sent. */
export function usageError(message: string): Failure {
  return new Failure('usage_error', message, EXIT.usage);
}

/** Converts any thrown value. An unexpected error keeps its message, which only the user of this machine sees. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof ConfigFileError) return new Failure('config_error', error.message);
  return new Failure('internal', error instanceof Error ? error.message : 'An unexpected error occurred.');
}

/** The exit code for the status of a failed request. */
export function toExitCode(status: number): ExitCode {
  if (status === 401) return EXIT.unauthenticated;
  if (status === 403) return EXIT.forbidden;
  return status === 404 ? EXIT.notFound : EXIT.failure;
}
