import type { FactParameters } from '../facts/facts.js';
import { EXPLODED, MIN_EXPLODED, type MetricSeriesFact } from '../facts/metric-facts.js';
import { findChangePoint } from '../statistics/change-point.js';
import { quantile } from '../statistics/quantiles.js';

/** Fewest buckets before an explosion, which tell the usual number. */
const MIN_BEFORE = 5;
/** Numbers from this multiple of the usual one on belong to the explosion: most begin slowly. */
const BEGUN = 2;
/** The least spread of a number of series. */
const FLOOR = 1;

export interface SeriesExplosion {
  /** Epoch milliseconds of the first bucket with more series than usual. */
  readonly at: number;
  /** Median numbers of series before it and since. */
  readonly normal: number;
  readonly abnormal: number;
}

/**
 * The explosion of a number of series that lasts in the abnormal window. It is looked for in all that was read: requests may be as usual,
 * and then the place at which the windows are divided says nothing about it.
 */
export function seriesExplosion(
  { figure, points }: MetricSeriesFact,
  { abnormal: window }: FactParameters,
): SeriesExplosion | undefined {
  if (figure !== 'series') return undefined;
  const values = points.map(({ value }) => value);
  const change = findChangePoint(values, FLOOR);
  if (!change || change.strength <= 0) return undefined;
  const usual = median(values.slice(0, change.index));
  let first = change.index;
  while (first > 0 && (values[first - 1] ?? 0) >= BEGUN * usual) first--;
  const at = points[first]?.start;
  if (at === undefined || first < MIN_BEFORE) return undefined;
  const since = points.slice(first).filter(({ start }) => start >= window.start && start < window.end);
  const [normal, abnormal] = [median(values.slice(0, first)), median(since.map(({ value }) => value))];
  return abnormal >= MIN_EXPLODED && abnormal >= EXPLODED * normal ? { at, normal, abnormal } : undefined;
}

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
