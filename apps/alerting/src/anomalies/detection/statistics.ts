/** Makes the median absolute deviation comparable with a standard deviation, if values are normally distributed. */
const NORMAL_CONSISTENCY = 1.4826;

/** NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/**
 * Usual deviation of values from their center (scaled median absolute deviation). Outliers do not affect it while they
 * are fewer than half of the values.
 */
export function robustScale(values: readonly number[], center: number): number {
  return NORMAL_CONSISTENCY * median(values.map((value) => Math.abs(value - center)));
}
