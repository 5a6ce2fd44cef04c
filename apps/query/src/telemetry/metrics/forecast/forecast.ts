import { fitMstl } from './mstl.js';
import { median, computeQuantile } from './numbers.js';

/** One value for each bucket of time, oldest first. */
export interface ForecastRequest {
  /** NaN if a bucket has no data. */
  readonly history: Float64Array;
  /** Number of buckets to forecast. */
  readonly steps: number;
  /** Lengths of the seasons to consider, in buckets, shortest first. */
  readonly seasons: readonly number[];
}

export const FORECAST_METHODS = ['none', 'naive', 'seasonal_naive', 'mstl_ets'] as const;
export type ForecastMethod = (typeof FORECAST_METHODS)[number];

export interface ForecastStep {
  readonly value: number;
  readonly lower80: number;
  readonly upper80: number;
  readonly lower95: number;
  readonly upper95: number;
}

export interface Forecast {
  readonly method: ForecastMethod;
  /** The requested seasons that were used. */
  readonly seasons: readonly number[];
  readonly steps: readonly ForecastStep[];
}

/** Minimum number of values; fewer do not show the usual course. */
export const MIN_VALUES = 10;
/** Repetitions of each season that a model is fitted to; with fewer, noise is mistaken for a season. */
const MIN_SEASONS = 3;
/** A series with more gaps would consist mostly of interpolated values. */
const MAX_GAP_SHARE = 0.3;
/** Two values one season apart show the variation that the season does not explain; fewer pairs are not enough. */
const MIN_PAIRS = 5;

/** Quantiles of the normal distribution that leave 10 and 2.5 % on each side. */
const Z80 = 1.2815515655446004;
const Z95 = 1.959963984540054;
/** Converts the median of absolute deviations to the standard deviation of a normal distribution. */
const MAD_TO_DEVIATION = 1.4826;

/**
 * Continues the history: with a fitted model, else like one season ago, else at its last value. Equal histories give
 * equal forecasts.
 */
export function forecast({ history, steps, seasons }: ForecastRequest): Forecast {
  const values = trimMissing(history);
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length < MIN_VALUES) return { method: 'none', seasons: [], steps: [] };
  const made = withModel(values, history, steps, seasons) ?? repeatLastSeason(history, steps, seasons);
  return known.every((value) => value >= 0) ? { ...made, steps: made.steps.map(clampToZero) } : made;
}

function withModel(
  values: Float64Array,
  history: Float64Array,
  steps: number,
  seasons: readonly number[],
): Forecast | undefined {
  const fitting = seasons.filter((season) => season * MIN_SEASONS <= values.length);
  const gaps = values.filter(Number.isNaN).length / values.length;
  // A model continues the values it was fitted to, so missing values at the end of the history would shift it.
  const isCurrent = !Number.isNaN(history.at(-1) ?? Number.NaN);
  if (fitting.length === 0 || gaps > MAX_GAP_SHARE || !isCurrent) return undefined;
  const series = fillGaps(values);
  const found = fitMstl(series, steps, fitting);
  if (!found) return undefined;
  const [error80, error95] = holdoutErrors(series, values, steps, fitting);
  return {
    method: 'mstl_ets',
    seasons: fitting,
    steps: found.map(({ value, half80, half95 }) => step(value, Math.max(half80, error80), Math.max(half95, error95))),
  };
}

/**
 * The model's own bounds come from the data it was fitted to and are too narrow. So they are widened to at least its
 * errors on the end of the history, when that is held out.
 */
function holdoutErrors(
  series: Float64Array,
  values: Float64Array,
  steps: number,
  seasons: readonly number[],
): [number, number] {
  const longest = Math.max(...seasons);
  const unseen = Math.min(steps, Math.floor(series.length / 4), series.length - 2 * longest);
  if (unseen < MIN_PAIRS) return [0, 0];
  const start = series.length - unseen;
  const found = fitMstl(series.subarray(0, start), unseen, seasons);
  if (!found) return [0, 0];
  const errors = found
    .map(({ value }, index) => Math.abs(value - (values[start + index] ?? Number.NaN)))
    .filter((error) => !Number.isNaN(error));
  return [computeQuantile(errors, 0.8), computeQuantile(errors, 0.95)];
}

/** Repeats the previous season or, without one, the last value; bounds widen with each season and with each step. */
function repeatLastSeason(history: Float64Array, steps: number, seasons: readonly number[]): Forecast {
  const season = seasons.find((length) => differences(history, length).length >= MIN_PAIRS);
  const lag = season ?? 1;
  const deviation = estimateDeviation(differences(history, lag));
  const usual = median(history.filter((value) => !Number.isNaN(value)));
  return {
    method: season === undefined ? 'naive' : 'seasonal_naive',
    seasons: season === undefined ? [] : [season],
    steps: Array.from({ length: steps }, (_, index) => {
      const spread = deviation * Math.sqrt(Math.floor(index / lag) + 1);
      return step(lastAtPhase(history, index, lag) ?? usual, Z80 * spread, Z95 * spread);
    }),
  };
}

/** The newest known value a whole number of seasons before the step. */
function lastAtPhase(history: Float64Array, step: number, season: number): number | undefined {
  for (let at = history.length - season + (step % season); at >= 0; at -= season) {
    const value = history[at];
    if (value !== undefined && !Number.isNaN(value)) return value;
  }
  return undefined;
}

function differences(history: Float64Array, lag: number): number[] {
  const found: number[] = [];
  for (let at = lag; at < history.length; at++) {
    const difference = (history[at] ?? Number.NaN) - (history[at - lag] ?? Number.NaN);
    if (!Number.isNaN(difference)) found.push(difference);
  }
  return found;
}

/** Ignores outliers, unless most differences are zero. */
function estimateDeviation(found: readonly number[]): number {
  const robust = MAD_TO_DEVIATION * median(found.map(Math.abs));
  if (robust > 0 || found.length === 0) return robust;
  return Math.sqrt(found.reduce((sum, difference) => sum + difference * difference, 0) / found.length);
}

/** Trims unknown values at both ends. */
function trimMissing(history: Float64Array): Float64Array {
  const first = history.findIndex((value) => !Number.isNaN(value));
  const last = history.findLastIndex((value) => !Number.isNaN(value));
  return first < 0 ? new Float64Array(0) : history.slice(first, last + 1);
}

/** Fills gaps with straight lines; the ends are known. */
function fillGaps(values: Float64Array): Float64Array {
  const series = Float64Array.from(values);
  let before = 0;
  for (const [at, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    const from = series[before] ?? value;
    for (let gap = before + 1; gap < at; gap++) series[gap] = from + ((value - from) * (gap - before)) / (at - before);
    before = at;
  }
  return series;
}

const step = (value: number, half80: number, half95: number): ForecastStep => ({
  value,
  lower80: value - half80,
  upper80: value + half80,
  lower95: value - Math.max(half80, half95),
  upper95: value + Math.max(half80, half95),
});

/** Series that were never negative, such as numbers of requests, are not forecast below zero. */
function clampToZero({ value, lower80, upper80, lower95, upper95 }: ForecastStep): ForecastStep {
  const atLeastZero = (number: number): number => Math.max(0, number);
  return {
    value: atLeastZero(value),
    lower80: atLeastZero(lower80),
    upper80: atLeastZero(upper80),
    lower95: atLeastZero(lower95),
    upper95: atLeastZero(upper95),
  };
}
