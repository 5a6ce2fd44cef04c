import { NANOSECONDS_PER_SECOND, type TimeRange } from '@svc/reading/time';

/** Parts of a range, and which fraction of it they are. */
export interface SampledRange {
  readonly windows: readonly TimeRange[];
  /** A fraction above 0, at most 1. */
  readonly fraction: number;
}

/** More windows would find little more, and each takes two milliseconds of the engine to plan a statement with. */
const WINDOWS = 8n;
/** Shorter windows would split too many calls. */
const SHORTEST = NANOSECONDS_PER_SECOND;

/**
 * The whole range if it has at most `limit` rows, else evenly distributed windows of equal width that have about that
 * many.
 */
export function sampleWindows(range: TimeRange, rows: number, limit: number): SampledRange {
  const whole = { windows: [range], fraction: 1 };
  if (rows <= limit) return whole;
  const stride = (range.to - range.from) / WINDOWS;
  const wanted = (stride * BigInt(limit)) / BigInt(Math.ceil(rows));
  const width = wanted > SHORTEST ? wanted : SHORTEST;
  if (width >= stride) return whole;
  const windows = Array.from({ length: Number(WINDOWS) }, (_, index) => {
    const from = range.from + stride * BigInt(index) + (stride - width) / 2n;
    return { from, to: from + width };
  });
  return { windows, fraction: Number(width * WINDOWS) / Number(range.to - range.from) };
}
