/**
 * Observations that are known to lie between two values, spread evenly: over the values themselves or, in exponential
 * buckets, over their logarithms. If `low` equals `high`, the value is known.
 */
export interface Piece {
  readonly low: number;
  readonly high: number;
  readonly count: number;
  readonly logarithmic?: boolean;
}

/** The value below which the fraction `quantile` of the observations lies; undefined if there are none. */
export function computeQuantile(pieces: readonly Piece[], quantile: number): number | undefined {
  const ordered = separate(pieces);
  const total = ordered.reduce((sum, piece) => sum + piece.count, 0);
  let missing = quantile * total;
  for (const piece of ordered) {
    if (missing <= piece.count) return valueAt(piece, missing / piece.count);
    missing -= piece.count;
  }
  // Only rounding errors lead here.
  return ordered.at(-1)?.high;
}

/** Neither a difference nor a quotient of the ends is formed, because it can be larger than the greatest double. */
function valueAt({ low, high, logarithmic }: Piece, fraction: number): number {
  if (low === high) return low;
  if (!logarithmic) return low * (1 - fraction) + high * fraction;
  const exponent = Math.log2(Math.abs(low)) * (1 - fraction) + Math.log2(Math.abs(high)) * fraction;
  return Math.sign(low) * Math.min(2 ** exponent, Number.MAX_VALUE);
}

/**
 * Sorts pieces and removes overlaps. Pieces overlap if senders used different bounds for the same metric: such a piece
 * is cut at every edge inside it and its observations are divided by width.
 */
function separate(pieces: readonly Piece[]): Piece[] {
  const ordered = pieces.filter((piece) => piece.count > 0).sort((a, b) => a.low - b.low || a.high - b.high);
  const overlaps = ordered.some((piece, index) => index > 0 && piece.low < (ordered[index - 1]?.high ?? piece.low));
  if (!overlaps) return ordered;
  const edges = [...new Set(ordered.flatMap(({ low, high }) => [low, high]))].sort((a, b) => a - b);
  const parts = new Map<string, Piece>();
  for (const piece of ordered) cut(piece, edges, parts);
  return [...parts.values()].sort((a, b) => a.low - b.low || a.high - b.high);
}

function cut({ low, high, count }: Piece, edges: readonly number[], into: Map<string, Piece>): void {
  const inner = edges.filter((edge) => edge >= low && edge <= high);
  const bounds = low === high ? [low, high] : inner;
  for (const [index, end] of bounds.entries()) {
    const start = bounds[index - 1];
    if (start === undefined) continue;
    const share = low === high ? count : count * ((end / 2 - start / 2) / (high / 2 - low / 2));
    const key = `${start} ${end}`;
    into.set(key, { low: start, high: end, count: share + (into.get(key)?.count ?? 0) });
  }
}
