import type { Piece } from './distribution.js';
import type { ExponentialHistogramRow } from './exponential-histograms.query.js';
import type { HistogramRow } from './histograms.query.js';

/**
 * The buckets of a histogram with explicit bounds. The two outer ones are open: they end at the recorded extremes or,
 * if those are absent, at zero and at the last bound, so that an estimate never exceeds the known range.
 */
export function explicitPieces({ explicit_bounds: bounds, counts, least, greatest }: HistogramRow): Piece[] {
  const first = bounds[0];
  const last = bounds.at(-1);
  const lowest = least ?? (first === undefined ? greatest : Math.min(0, first));
  const highest = greatest ?? last ?? least;
  if (lowest === null || lowest === undefined || highest === null || highest === undefined) return [];
  return counts.flatMap((count, index) => {
    const low = bounds[index - 1] ?? Math.min(lowest, first ?? lowest);
    const high = bounds[index] ?? Math.max(highest, last ?? highest);
    return Number(count) > 0 ? [{ low, high, count: Number(count) }] : [];
  });
}

/**
 * The buckets of an exponential histogram: index i holds values above base^i up to base^(i+1), with base =
 * 2^(2^-scale); the negative side mirrors it. Values in the zero bucket count as 0. The edges of coarse scales are beyond the range of
 * doubles, which no value is.
 */
export function exponentialPieces(row: ExponentialHistogramRow, scale: number): Piece[] {
  const edge = (index: number): number =>
    Math.min(Math.max(2 ** (index * 2 ** -scale), Number.MIN_VALUE), Number.MAX_VALUE);
  const side = ([indexes, counts]: [string[], string[]], sign: 1 | -1): Piece[] =>
    indexes.map((text, position) => {
      const near = sign * edge(Number(text));
      const far = sign * edge(Number(text) + 1);
      const count = Number(counts[position] ?? 0);
      return { low: Math.min(near, far), high: Math.max(near, far), count, logarithmic: true };
    });
  const zeros = Number(row.zeros) > 0 ? [{ low: 0, high: 0, count: Number(row.zeros) }] : [];
  return [...side(row.negative, -1), ...zeros, ...side(row.positive, 1)].filter(({ count }) => count > 0);
}
