/** The value below which the fraction `quantile` lies, interpolated between neighbours; 0 if there are no values. */
export function computeQuantile(values: ArrayLike<number>, quantile: number): number {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return 0;
  const rank = quantile * (sorted.length - 1);
  const low = sorted[Math.floor(rank)] ?? 0;
  const high = sorted[Math.ceil(rank)] ?? 0;
  return low + (high - low) * (rank - Math.floor(rank));
}

export const median = (values: ArrayLike<number>): number => computeQuantile(values, 0.5);
