/** Quantile of ascending numbers, interpolated between neighbors. NaN without numbers. */
export function quantile(ascending: ArrayLike<number>, share: number): number {
  if (ascending.length === 0) return Number.NaN;
  const position = (ascending.length - 1) * share;
  const below = Math.floor(position);
  const [low = 0, high = low] = [ascending[below], ascending[below + 1]];
  return low + (high - low) * (position - below);
}

export interface Spread {
  readonly median: number;
  /** Distance between the first and the third quartile. */
  readonly interquartileRange: number;
}

/** Median and interquartile range of numbers in any order. */
export function spread(values: readonly number[]): Spread {
  const ascending = [...values].sort((a, b) => a - b);
  return {
    median: quantile(ascending, 0.5),
    interquartileRange: quantile(ascending, 0.75) - quantile(ascending, 0.25),
  };
}
