/** Exponential pauses with full jitter, in milliseconds. */
export interface Backoff {
  /** Upper limit of the pause after the first failed attempt; doubled after each further one. */
  readonly baseMs: number;
  /** Upper limit of all pauses. */
  readonly maxMs: number;
}

/**
 * Milliseconds until a job whose `attempts`-th attempt failed is due again: random from 0 to the exponential limit, so that jobs
 * that failed together do not return together.
 *
 * @param attempts at least 1.
 * @param random uniform in [0, 1).
 */
export function backoffMs({ baseMs, maxMs }: Backoff, attempts: number, random: number): number {
  return Math.floor(random * Math.min(maxMs, baseMs * 2 ** (attempts - 1)));
}
