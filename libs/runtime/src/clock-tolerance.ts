/** The most that the clocks of two processes may differ by, in milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * The latest time that the clock of any process can show now, in epoch milliseconds. Whatever was stored with a later time was stored
 * before the clock was set back.
 */
export function latestPresent(nowMs: number): number {
  return nowMs + CLOCK_TOLERANCE_MS;
}
