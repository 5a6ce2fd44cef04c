/** Number of cases, and how many of them have a property. */
export interface Share {
  readonly of: number;
  readonly count: number;
}

/**
 * The number of standard errors by which the share of the second sample is above that of the first. The pooled share has half a case added
 * to either outcome, so that shares of 0 and 1 have a spread. 0 if a sample is empty.
 */
export function compareShares(normal: Share, abnormal: Share): number {
  if (normal.of === 0 || abnormal.of === 0) return 0;
  const pooled = (normal.count + abnormal.count + 0.5) / (normal.of + abnormal.of + 1);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / normal.of + 1 / abnormal.of));
  return error === 0 ? 0 : (share(abnormal) - share(normal)) / error;
}

export function share({ of, count }: Share): number {
  return of === 0 ? 0 : count / of;
}

/** Size, mean and variance of a sample. */
export interface Moments {
  readonly count: number;
  readonly mean: number;
  readonly variance: number;
}

/** The variance that is assumed of a sample before it is seen, and the number of cases that the assumption weighs. */
export interface Prior {
  readonly variance: number;
  readonly weight: number;
}

/**
 * The number of standard errors by which the mean of the second sample is above that of the first, each with its own variance (Welch). The
 * variance of a small sample says little, so it is mixed with one that is assumed.
 */
export function compareMeans(normal: Moments, abnormal: Moments, prior: Prior): number {
  if (normal.count < 2 || abnormal.count < 2) return 0;
  const squared = ({ variance, count }: Moments): number =>
    (variance * count + prior.variance * prior.weight) / (count + prior.weight) / count;
  return (abnormal.mean - normal.mean) / Math.sqrt(squared(normal) + squared(abnormal));
}

/** Joins samples of which only the moments are known. */
export function joinMoments(samples: readonly Moments[]): Moments {
  const count = samples.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return { count: 0, mean: 0, variance: 0 };
  const mean = samples.reduce((sum, one) => sum + one.mean * one.count, 0) / count;
  const squares = samples.reduce((sum, one) => sum + one.count * (one.variance + (one.mean - mean) ** 2), 0);
  return { count, mean, variance: squares / count };
}

/** An excess over what is expected, and its variance, of one group of equal cases. */
export interface Excess {
  readonly excess: number;
  readonly variance: number;
}

/** The number of cases of the second sample that have the property beyond the share of the first one. */
export function excessOf(normal: Share, abnormal: Share): Excess {
  if (normal.of === 0 || abnormal.of === 0) return { excess: 0, variance: 0 };
  const pooled = (normal.count + abnormal.count + 0.5) / (normal.of + abnormal.of + 1);
  const spread = pooled * (1 - pooled) * (abnormal.of + (abnormal.of * abnormal.of) / normal.of);
  return { excess: abnormal.count - share(normal) * abnormal.of, variance: spread };
}

/** Adds the excesses of groups whose shares differ, such as operations, so that a changed mix of groups is no excess (Mantel-Haenszel). */
export function joinExcesses(groups: readonly Excess[]): { readonly excess: number; readonly errors: number } {
  const excess = groups.reduce((sum, one) => sum + one.excess, 0);
  const variance = groups.reduce((sum, one) => sum + one.variance, 0);
  return { excess, errors: variance === 0 ? 0 : excess / Math.sqrt(variance) };
}
