const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
/** Steps of time from a second to half a day, in milliseconds; those of shorter and longer durations follow the powers of ten. */
export const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
];

/** Narrower axes have one tick: their steps cannot be written with the decimals that numbers can have. */
const LEAST_WIDTH = 1e-90;

/** The division of the values of an axis: amounts and bytes by powers of ten, durations in milliseconds by units of time. */
export type Kind = 'number' | 'duration';

/** The least step of the form 1, 2 or 5 times a power of ten that is not less than this one. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const digit = [1, 2, 5, 10].find((each) => each * power >= least) ?? 10;
  return digit * power;
}

function durationStep(leastMs: number): number {
  if (leastMs <= SECOND / 2) return niceStep(leastMs);
  return TIME_STEPS.find((step) => step >= leastMs) ?? niceStep(leastMs / DAY) * DAY;
}

/**
 * Returns ascending multiples of a step that people expect, between two values.
 *
 * @param most the greatest number of ticks, at least 2.
 */
export function niceTicks(least: number, greatest: number, most: number, kind: Kind = 'number'): number[] {
  const width = greatest - least;
  if (!Number.isFinite(width)) return [];
  // Narrower than what numbers can tell apart.
  if (width <= Math.max(Math.abs(least), Math.abs(greatest)) * 1e-12 + LEAST_WIDTH) return [least];
  const atLeast = width / Math.max(most - 1, 1);
  const step = kind === 'duration' ? durationStep(atLeast) : niceStep(atLeast);
  const first = Math.ceil(least / step - 1e-9);
  const last = Math.floor(greatest / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, nth) => clean((first + nth) * step, step));
}

/** The least round value that is not less than a maximum: the top of an axis that begins at zero. */
export function niceTop(greatest: number, most: number, kind: Kind = 'number'): number {
  if (!(greatest > LEAST_WIDTH) || !Number.isFinite(greatest)) return 1;
  const atLeast = greatest / Math.max(most - 1, 1);
  const step = kind === 'duration' ? durationStep(atLeast) : niceStep(atLeast);
  return clean(Math.ceil(greatest / step - 1e-9) * step, step);
}

/** Removes the error of multiplying by a step such as 0.1. */
function clean(value: number, step: number): number {
  const decimals = Math.min(Math.max(-Math.floor(Math.log10(step)), 0), 100);
  const rounded = Number(value.toFixed(decimals));
  return rounded === 0 ? 0 : rounded;
}

/** The part of the way between two values at which another one is, from 0 to 1. */
export function partOf(value: number, least: number, greatest: number): number {
  const part = (value - least) / (greatest - least);
  return Number.isFinite(part) ? Math.min(Math.max(part, 0), 1) : 0;
}
