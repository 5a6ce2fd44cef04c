/** Differences are rounded to this, and smaller ones are those of networks, not of clocks. */
const STEP_MS = 5 * 60_000;

/**
 * How far the clock of a browser is behind that of the service, in milliseconds, rounded to five minutes. The first chunk of a window that
 * is received decides it, and it never changes later, or the events of the window would change their order. That chunk is the least likely
 * one to have waited for a network, because the page was just loaded; chunks that wait together would mislead a median of several as well.
 *
 * @param difference when the chunk was received, less when the browser says it was sent, in milliseconds; undefined if it did not say.
 */
export function clockShift(difference: number | undefined): number {
  if (difference === undefined || Math.abs(difference) < STEP_MS) return 0;
  return Math.round(difference / STEP_MS) * STEP_MS;
}
