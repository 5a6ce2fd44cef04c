import { extendedDelta } from './extended.js';
import { isStartReset, overlaps } from './starts.js';
import type { RangeFunction, Window } from './window.js';

/** A range is extrapolated to its end if the next sample is not later than this share of the average distance. */
const THRESHOLD = 1.1;

export const delta: RangeFunction = (window) => change(window, false);
export const increase: RangeFunction = (window) => change(window, true);

export const rate: RangeFunction = (window) => change(window, true, true);

/** The change over the range, extrapolated to its ends; of a counter, with its resets taken out. */
function change(window: Window, isCounter: boolean, isRate = false): number | undefined {
  if (window.extension !== undefined) {
    const extended = extendedDelta(window, isCounter);
    return extended === undefined || !isRate ? extended : extended / (window.range / 1_000);
  }
  const { first, end } = window;
  const last = end - 1;
  const firstTime = window.time(first);
  let total = window.value(last) - window.value(first);
  if (isCounter) total += resets(window);
  let toStart = (firstTime - window.from) / 1_000;
  let toEnd = (window.until - window.time(last)) / 1_000;
  let interval = (window.time(last) - firstTime) / 1_000;
  const average = last > first ? interval / (last - first) : 0;
  const threshold = average * THRESHOLD;
  const start = isCounter ? window.startOf(first) : 0;
  if (start !== 0 && start > window.from && start < firstTime) {
    // The counter is known to have been 0 at its start.
    toStart = 0;
    interval = (window.time(last) - start) / 1_000;
    total += window.value(first);
  } else if (last === first) {
    return undefined;
  } else {
    if (toStart >= threshold) toStart = average / 2;
    if (isCounter) toStart = Math.min(toStart, toZero(window, total, interval, toStart));
  }
  if (toEnd >= threshold) toEnd = average / 2;
  let factor = interval === 0 ? 1 : (interval + toStart + toEnd) / interval;
  if (isRate) factor /= window.range / 1_000;
  return total * factor;
}

/** Seconds before the first sample at which a counter that grows so must have been 0. */
function toZero(window: Window, total: number, interval: number, otherwise: number): number {
  const value = window.value(window.first);
  return total > 0 && value >= 0 ? interval * (value / total) : otherwise;
}

/** The values that were lost by resets. */
function resets(window: Window): number {
  let lost = 0;
  let hasWarned = false;
  for (let index = window.first + 1; index < window.end; index++) {
    const previous = window.value(index - 1);
    const previousStart = window.startOf(index - 1);
    const start = window.startOf(index);
    if (!hasWarned && start !== 0 && overlaps(previousStart, window.time(index - 1), start)) {
      window.warn('sample has start time that overlaps with previous sample timestamp');
      hasWarned = true;
    }
    if (
      window.value(index) < previous ||
      isStartReset(previousStart, window.time(index - 1), start, window.time(index))
    ) {
      lost += previous;
    }
  }
  return lost;
}

/** The difference of the last two samples; as a rate, per second and with a reset taken out. */
function latest(window: Window, isRate: boolean): number | undefined {
  if (window.length < 2) return undefined;
  const last = window.end - 1;
  const interval = window.time(last) - window.time(last - 1);
  if (interval === 0) return undefined;
  const value = window.value(last);
  const previous = window.value(last - 1);
  if (!isRate) return value - previous;
  const isReset =
    value < previous ||
    isStartReset(window.startOf(last - 1), window.time(last - 1), window.startOf(last), window.time(last));
  return (isReset ? value : value - previous) / (interval / 1_000);
}

export const irate: RangeFunction = (window) => latest(window, true);
export const idelta: RangeFunction = (window) => latest(window, false);
