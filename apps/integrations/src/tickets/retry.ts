/** Time without success after which a ticket has failed. */
export const MAX_AGE_MS = 7 * 24 * 3_600_000;
const BASE_MS = 5_000;
const MAX_PAUSE_MS = 3_600_000;
/** A ticket that waits for a connection looks for one at this interval, and at once when there is a new one. */
export const UNAUTHORIZED_PAUSE_MS = 15 * 60_000;
/** A provider cannot ask for a longer pause. */
export const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/**
 * Milliseconds until the next attempt: a random part of a back-off that doubles, and at least the pause that the
 * provider requested.
 *
 * @param failures in a row, at least 1.
 * @param random uniform in [0, 1).
 */
export function pauseMs(failures: number, retryAfterMs: number | undefined, random: number): number {
  const backoff = Math.min(MAX_PAUSE_MS, BASE_MS * 2 ** (failures - 1));
  return Math.max(Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS), Math.ceil(backoff * (0.5 + random / 2)));
}
