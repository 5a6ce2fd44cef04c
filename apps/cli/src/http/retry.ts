/** Statuses that are temporary by definition: the client is throttled, or a service did not respond to the gateway in time. */
const RETRYABLE = new Set([429, 502, 503, 504]);

export function isTemporary(status: number): boolean {
  return RETRYABLE.has(status);
}

export const MAX_ATTEMPTS = 4;
const BASE_MS = 250;
const MAX_BACKOFF_MS = 4000;

/** If the service demands a longer wait, the command fails with Retry-After instead of blocking the terminal for minutes. */
const MAX_RETRY_AFTER_MS = 10_000;

/**
 * Returns the milliseconds until the next attempt, or undefined for no further attempt. The delay is never less than Retry-After;
 * otherwise it grows exponentially with jitter, so that clients throttled together do not return together.
 *
 * @param attempt number of attempts so far, starting at 1
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 */
export function retryDelayMs(
  status: number,
  retryAfter: string | null,
  attempt: number,
  nowMs: number,
  random: number,
): number | undefined {
  if (!isTemporary(status) || attempt >= MAX_ATTEMPTS) return undefined;
  const backoff = Math.min(MAX_BACKOFF_MS, BASE_MS * 2 ** (attempt - 1)) * (0.5 + random / 2);
  const demanded = retryAfterMs(retryAfter, nowMs) ?? 0;
  return demanded > MAX_RETRY_AFTER_MS ? undefined : Math.max(demanded, backoff);
}

/** Reads Retry-After as errors report it: a number of seconds, or the HTTP date unchanged. */
export function readRetryAfter(header: string | null): number | string | undefined {
  if (header === null || header === '') return undefined;
  return /^\d{1,9}$/.test(header) ? Number(header) : header;
}

function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  const value = readRetryAfter(header);
  if (typeof value === 'number') return value * 1000;
  const date = value === undefined ? NaN : Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
