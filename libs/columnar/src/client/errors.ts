import { ClickHouseError } from '@clickhouse/client';
import { ServiceError, unavailable } from '@svc/service-error';
import { EngineFailure } from '../embedded/engine/engine-failure.js';

/**
 * The private cause of a failed statement. Its message is the number and name of the engine error; the text of the engine, which may quote
 * SQL and data, is never logged and is for tests and debuggers only.
 */
export class ColumnStoreFailure extends Error {
  readonly #text: string;

  constructor(
    readonly code: string,
    readonly type: string,
    text: string,
  ) {
    super(`column store: ${code} ${type}`);
    this.name = 'ColumnStoreFailure';
    this.#text = text;
  }

  engineText(): string {
    return this.#text;
  }
}

/** Limits of the statement itself: rows or bytes to read, result rows or bytes, time, estimated time, memory. */
const TOO_EXPENSIVE = new Set(['158', '159', '160', '241', '307', '396']);
/** Errors of RE2 patterns, which only callers can cause. */
const NO_PATTERN = '427';
const CANCELLED = '394';
const TOO_MANY_STATEMENTS = '202';
/**
 * Temporary errors, or errors that an operator can fix: network between nodes (209, 210, 279), read-only replica (242),
 * Keeper (999), quorum (285, 286, 319), too many parts (252), a table exchanged under an insert (741), shut-down (236), a table or
 * database that another process has yet to create (60, 81).
 */
const PASSING = new Set([
  // Files that cannot be opened, written or closed, including "no space left" while a part is written (1000, 1001).
  ...['74', '75', '76', '77', '1000', '1001'],
  ...['60', '81', '209', '210', '236', '242', '252', '279', '285', '286', '319', '425', '741', '999'],
]);
/**
 * Error code for a disk with less free space than the engine reserves. Callers are informed, because an operator has to
 * free space.
 */
const NO_SPACE = '243';
const TOTAL_MEMORY = /\(total\)|Total memory/i;

export interface FailureContext {
  /** Whether the caller has aborted. */
  readonly aborted: boolean;
  /** Whether the time limit of the statement was reached. */
  readonly timedOut: boolean;
  /** Whether the statement inserts rows; after a limit or timeout it is then uncertain whether they are stored. */
  readonly isInsert?: boolean;
}

/** Converts any failure of a statement to the ServiceError that the port throws. */
export function toStoreError(error: unknown, { aborted, timedOut, isInsert }: FailureContext): ServiceError {
  if (error instanceof ServiceError) return error;
  const cause = toFailure(error);
  if (aborted) return new ServiceError('cancelled', { cause });
  if (isInsert && (timedOut || TOO_EXPENSIVE.has(cause.code))) return unavailable(cause);
  if (TOO_EXPENSIVE.has(cause.code)) {
    // The statement is not the cause when the memory of the whole server is exhausted.
    if (cause.code === '241' && TOTAL_MEMORY.test(cause.engineText())) return unavailable(cause);
    return new ServiceError('query_too_expensive', { cause });
  }
  if (cause.code === NO_PATTERN)
    return new ServiceError('invalid_request', { message: 'The regular expression is not valid RE2 syntax.', cause });
  if (timedOut) return new ServiceError('timeout', { cause });
  if (cause.code === TOO_MANY_STATEMENTS)
    return new ServiceError('concurrency_limited', { cause, retryAfterSeconds: 1 });
  if (cause.code === NO_SPACE)
    return new ServiceError('unavailable', { message: 'The disk of the column store is full.', cause });
  if (PASSING.has(cause.code) || cause.code === CANCELLED || cause.code === NETWORK) return unavailable(cause);
  return new ServiceError('internal', { cause });
}

const NETWORK = 'NETWORK';

function toFailure(error: unknown): ColumnStoreFailure {
  if (error instanceof EngineFailure) return new ColumnStoreFailure(String(error.code), error.type, error.message);
  if (error instanceof ClickHouseError) {
    return new ColumnStoreFailure(error.code, error.type ?? 'UNKNOWN_EXCEPTION', error.message);
  }
  const { code, message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, message: '' };
  if (code !== undefined || isHangUp(error) || /aborted|Timeout|malformed/i.test(message)) {
    return new ColumnStoreFailure(NETWORK, code ?? 'CONNECTION_LOST', message);
  }
  return new ColumnStoreFailure('0', error instanceof Error ? error.name : 'UNKNOWN_EXCEPTION', message);
}

/** Whether the statement certainly did not reach the server. */
export function isRefusedConnection(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === 'ECONNREFUSED' || code === 'ENOENT';
}

/** Whether the connection ended before a response, so that the statement may have run. */
export function isHangUp(error: unknown): boolean {
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE' || message === 'socket hang up';
}
