/** The quantile of values, interpolated between the two next to it. The values are sorted, NaN first. */
export function quantileOf(q: number, values: Float64Array): number {
  if (values.length === 0 || Number.isNaN(q)) return NaN;
  if (q < 0) return -Infinity;
  if (q > 1) return Infinity;
  values.sort(ascending);
  const rank = q * (values.length - 1);
  const lower = Math.max(0, Math.floor(rank));
  const upper = Math.min(values.length - 1, lower + 1);
  const weight = rank - Math.floor(rank);
  return weight === 0 ? values[lower] : values[lower] * (1 - weight) + values[upper] * weight;
}

/** Orders values, NaN before all others. */
export function ascending(left: number, right: number): number {
  if (Number.isNaN(left)) return Number.isNaN(right) ? 0 : -1;
  if (Number.isNaN(right)) return 1;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Orders values from the greatest, NaN after all others. */
export function descending(left: number, right: number): number {
  return ascending(right, left);
}

/** Whether a quantile is one; others give infinities. */
export function isQuantile(q: number): boolean {
  return q >= 0 && q <= 1;
}
