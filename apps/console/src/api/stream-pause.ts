import type { StreamEnd } from '../gen/api.js';
import { ApiError } from './api-error.js';
import { isWorthRetrying, toDelay } from './query-client.js';

/** Failures in a row after which pauses grow no longer. */
const MAX_GROWTH = 5;
const FINAL: ReadonlySet<string> = new Set(['completed', 'key_revoked']);

/**
 * Milliseconds until a stream that has ended is read again; undefined if that makes no sense.
 *
 * @param end the event with which the service ended it; undefined if the connection closed without one.
 * @param failures the streams before it that ended soon, in a row.
 */
export function toPauseAfterEnd(end: StreamEnd | undefined, failures: number): number | undefined {
  if (end !== undefined && FINAL.has(end.reason)) return undefined;
  const growing = toDelay(Math.min(failures, MAX_GROWTH), undefined);
  if (end === undefined) return growing;
  return end.reason === 'error' ? Math.max(end.retry_ms, growing) : end.retry_ms;
}

/** Milliseconds until a stream that was refused or has broken is read again; undefined if that makes no sense. */
export function toPauseAfterFailure(error: unknown, failures: number): number | undefined {
  if (error instanceof ApiError && !isWorthRetrying(error)) return undefined;
  return toDelay(Math.min(failures, MAX_GROWTH), error);
}
