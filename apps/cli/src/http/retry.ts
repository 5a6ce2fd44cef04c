/** Temporary by their meaning: throttled, or something behind the gateway did not answer in time. */
const RETRYABLE = new Set([429, 502, 503, 504]);

export function isTemporary(status: number): boolean {
  return RETRYABLE.has(status);
}

export const MAX_ATTEMPTS = 4;
const BASE_MS = 250;
const MAX_BACKOFF_MS = 4000;

/** Who has to wait longer than this gets the error and Retry-After instead: a terminal that hangs for minutes helps nobody. */
const MAX_RETRY_AFTER_MS = 10_000;

/**
 * Milliseconds until the next attempt, undefined when there should be none. Never less than Retry-After; otherwise exponential
 * with jitter, so that clients throttled together do not return together.
 *
 * @param attempt attempts made so far, from 1
 * @param random from 0 to below 1
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

/** Retry-After as the error carries it: a number of seconds, or the HTTP date unchanged. */
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
