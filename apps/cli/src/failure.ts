import type { Json } from './print/json.js';

/** What the process answers; 1 is every failure that has no code of its own. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  unauthenticated: 3,
  forbidden: 4,
  notFound: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a failed response says beyond its error and message. */
export interface ResponseFacts {
  readonly status: number;
  /** The violations the API names, as it sent them. */
  readonly details?: Json;
  /** Seconds, or the HTTP date where the server sent one. */
  readonly retryAfter?: number | string;
  readonly requestId?: string;
}

/** The only error the client reports on purpose. `error` is a stable code, `message` is for people. */
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

  /** What a program reads on standard error. Local failures have no status. */
  toBody(): Json {
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

/** The command line is wrong: nothing was sent. */
export function usageError(message: string): Failure {
  return new Failure('usage_error', message, EXIT.usage);
}

/** Any thrown thing as a failure; a defect of ours keeps its text, which nobody but the caller sees. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure('internal', error instanceof Error ? error.message : 'An unexpected error occurred.');
}

/** The exit code of a refused request. */
export function exitCodeOf(status: number): ExitCode {
  if (status === 401) return EXIT.unauthenticated;
  if (status === 403) return EXIT.forbidden;
  return status === 404 ? EXIT.notFound : EXIT.failure;
}
