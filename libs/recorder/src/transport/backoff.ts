/** The first delay and the longest one, in milliseconds; they double in between. */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
/** The longest delay that the service can ask for; a timer of more than 2^31 - 1 milliseconds would end at once. */
const LONGEST_ASKED_MS = 3_600_000;
/** Refusals with a status of 4xx that are not about the chunk: it is sent again. */
const RETRIED = [408, 425, 429];

/** What is known of the answer to a chunk. */
export interface Reply {
  /** 0 if there was no answer. */
  readonly status: number;
  /** The header Retry-After. */
  readonly retryAfter?: string | null;
}

/** Whether the chunk has to be sent again: there was no answer, or it is not a verdict on the chunk. */
export function isRetried({ status }: Reply): boolean {
  return status === 0 || status >= 500 || RETRIED.includes(status);
}

/**
 * The delay before the next attempt, in milliseconds: exponential, and longer if the service asks for it. Half of it is random, so that
 * the pages that a failure stopped do not come back together.
 *
 * @param attempts number of attempts before this one.
 * @param random from 0 to 1.
 */
export function retryDelay({ retryAfter }: Reply, attempts: number, random = Math.random()): number {
  const backoff = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempts) * (0.5 + random / 2);
  // A date, which the header may also have, is not a number and counts as absent.
  return Math.min(LONGEST_ASKED_MS, Math.max(backoff, (Number(retryAfter) || 0) * 1_000));
}
