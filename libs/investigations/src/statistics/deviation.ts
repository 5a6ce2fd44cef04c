import { spread } from './quantiles.js';

export interface Deviation {
  /** Largest distance of an abnormal value from the normal median, in units of the normal spread. */
  readonly score: number;
  /** Number of abnormal values beyond the threshold, on the side of the largest one. */
  readonly count: number;
  /** Index of the first of them. */
  readonly first: number;
  readonly direction: 'above' | 'below';
  readonly median: number;
  /** The abnormal value with the largest distance. */
  readonly extreme: number;
}

/** Fewest normal values that a spread is computed from. */
const MIN_NORMAL = 5;

/**
 * Distance of abnormal values from normal ones: |x − median| / max(interquartile range, 1 % of the median, floor), as median and
 * interquartile range are not moved by few outliers. Undefined with fewer than five normal values, or without an abnormal one.
 *
 * @param floor the least spread, in the unit of the values, so that a constant series does not make a small change infinite.
 */
export function deviation(
  abnormal: readonly number[],
  normal: readonly number[],
  floor: number,
  threshold: number,
): Deviation | undefined {
  if (normal.length < MIN_NORMAL || abnormal.length === 0) return undefined;
  const { median, interquartileRange } = spread(normal);
  const unit = Math.max(interquartileRange, Math.abs(median) / 100, floor);
  const distances = abnormal.map((value) => (value - median) / unit);
  const largest = distances.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0);
  const side = largest < 0 ? -1 : 1;
  const beyond = distances.map((one) => one * side >= threshold);
  return {
    score: Math.abs(largest),
    count: beyond.filter(Boolean).length,
    first: beyond.indexOf(true),
    direction: side < 0 ? 'below' : 'above',
    median,
    extreme: abnormal[distances.indexOf(largest)] ?? median,
  };
}
