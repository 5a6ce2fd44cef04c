/** Differences are rounded to this, and smaller ones are those of networks, not of clocks. */
const STEP_MS = 5 * 60_000;
/** Requests of a window from which the shift is found. */
export const SHIFT_SAMPLES = 3;

/**
 * How far the clock of a browser is behind that of the service, in milliseconds: the median difference of the first requests of a window,
 * rounded to five minutes. It must be found once and never change, or the events of a window would change their order.
 *
 * @param differences when each request was received, less when the browser says it was sent, in milliseconds.
 */
export function clockShift(differences: readonly number[]): number {
  const sorted = differences.slice(0, SHIFT_SAMPLES).toSorted((a, b) => a - b);
  const middle = Math.floor((sorted.length - 1) / 2);
  const median = sorted[middle] ?? 0;
  return Math.abs(median) < STEP_MS ? 0 : Math.round(median / STEP_MS) * STEP_MS;
}
