import { toServiceError, type ErrorCode } from '@svc/service-error';
import { LimitReached } from './limit-reached.js';

export const STATUSES = ['pending', 'running', 'retrying', 'completed', 'failed', 'cancelled'] as const;
export type ExportStatus = (typeof STATUSES)[number];

/** Statuses in which a job can be cancelled and can continue. */
export const ACTIVE: readonly ExportStatus[] = ['pending', 'running', 'retrying'];

export const isActive = (status: string): boolean => ACTIVE.some((active) => active === status);

/** Attempts since the creation or the last retry of the caller. */
export const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 30_000;
/** Retention of a result in milliseconds. */
export const RESULT_MS = 24 * 3_600_000;

/** Codes of transient errors. An unexpected error is `internal`, which is one of them. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set([
  ...([
    'unavailable',
    'timeout',
    'concurrency_limited',
    'rate_limited',
    'cancelled',
    'upstream_error',
    'internal',
  ] as const),
]);

export interface AttemptedJob {
  readonly attemptCount: number;
  readonly attemptBase: number;
}

export type AfterFailure =
  | { readonly status: 'retrying'; readonly pauseMs: number; readonly code: string; readonly message: string }
  | { readonly status: 'failed'; readonly code: string; readonly message: string };

/**
 * Decides the next state of a job whose attempt failed. The message is public, so it never contains the text of a
 * cause.
 */
export function afterFailure(job: AttemptedJob, error: unknown): AfterFailure {
  if (error instanceof LimitReached) return { status: 'failed', code: error.code, message: error.message };
  const { code, message } = toServiceError(error);
  const attempts = job.attemptCount - job.attemptBase;
  if (!TRANSIENT.has(code) || attempts >= MAX_ATTEMPTS) return { status: 'failed', code, message };
  return { status: 'retrying', pauseMs: FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1), code, message };
}

/** The number of the attempt that starts now: a worker that replaces one that died continues its attempt. */
export function nextAttempt(status: string, { attemptCount, attemptBase }: AttemptedJob): number {
  if (status === 'running') return attemptCount;
  // A retry of the caller has counted its attempt already.
  return status === 'pending' ? Math.max(attemptCount, attemptBase + 1) : attemptCount + 1;
}

/** Whether the result of a completed job can no longer be had. */
export function hasExpired(
  { status, resultExpiresAt }: { readonly status: string; readonly resultExpiresAt: Date | null },
  nowMs: number,
): boolean {
  return status === 'completed' && (resultExpiresAt === null || resultExpiresAt.getTime() <= nowMs);
}

/** The result of an export as its column has it: numbers of 64 bits are texts. */
export interface StoredResult {
  readonly rows: string;
  readonly bytes: string;
  readonly sha256: string;
  readonly parts: number;
}
