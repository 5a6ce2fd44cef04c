import { spread } from './quantiles.js';

export interface ChangePoint {
  /** Index of the first value after the change. */
  readonly index: number;
  /** Difference of the means before and after in standard errors; its sign is the direction. */
  readonly strength: number;
}

/** Fewest values on either side of a change: one or two are an outlier. */
const MIN_SIDE = 3;

/**
 * The place that divides a series into the two parts whose means differ most, as a CUSUM chart finds it: with cumulative sums S and n
 * values, |S(k) − k/n · S(n)| / √(k(n−k)/n) is largest at the change. Values are measured in units of the spread of their differences,
 * which a level that changes once does not enlarge. Undefined if the series is too short or does not change.
 *
 * @param floor the least spread, in the unit of the values.
 */
export function findChangePoint(values: readonly number[], floor: number): ChangePoint | undefined {
  const count = values.length;
  if (count < 2 * MIN_SIDE) return undefined;
  const unit = Math.max(noise(values), floor);
  if (!(unit > 0)) return undefined;
  const total = values.reduce((sum, value) => sum + value, 0);
  let before = 0;
  let best: ChangePoint | undefined;
  for (const [index, value] of values.entries()) {
    const after = count - index;
    if (index >= MIN_SIDE && after >= MIN_SIDE) {
      const strength = ((total * index) / count - before) / Math.sqrt((index * after) / count) / unit;
      if (!best || Math.abs(strength) > Math.abs(best.strength)) best = { index, strength };
    }
    before += value;
  }
  return best;
}

/** Standard deviation of the noise of a series, from the differences of neighbors: normal noise has an interquartile range of 1.349 σ√2. */
function noise(values: readonly number[]): number {
  const differences = values.slice(1).map((value, index) => value - (values[index] ?? value));
  return spread(differences).interquartileRange / (1.349 * Math.SQRT2);
}
