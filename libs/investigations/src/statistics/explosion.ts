import { findChangePoint } from './change-point.js';
import { quantile } from './quantiles.js';
import type { Point } from './rise.js';

/** Fewest buckets before an explosion, which tell the usual number. */
const MIN_BEFORE = 5;
/** Numbers from this multiple of the usual one on belong to the explosion: most begin slowly. */
const BEGUN = 2;
/** The least spread of a number. */
const FLOOR = 1;

/** The last buckets, in which an explosion is not over. */
const LAST = 3;

export interface Explosion {
  /** Epoch milliseconds of the first bucket with a larger number than usual. */
  readonly at: number;
  /** The median number before it. */
  readonly normal: number;
  /** The number that a quarter of the buckets since then exceed, because most explosions grow. */
  readonly abnormal: number;
}

/**
 * The explosion of a number, such as that of the series of a metric, if it is not over in the last buckets. It is looked for in all that
 * was read: requests may be as usual, and then the place at which the windows are divided says nothing about it.
 *
 * @param points in ascending order, without buckets that have no value.
 * @param atLeast the number that has at least exploded.
 * @param times the least multiple of the usual number.
 */
export function findExplosion(points: readonly Point[], atLeast: number, times: number): Explosion | undefined {
  const values = points.map(({ value }) => value);
  const change = findChangePoint(values, FLOOR);
  if (!change || change.strength <= 0) return undefined;
  const usual = quantileOf(values.slice(0, change.index), 0.5);
  let first = change.index;
  while (first > 0 && (values[first - 1] ?? 0) >= BEGUN * usual) first--;
  const at = points[first]?.start;
  if (at === undefined || first < MIN_BEFORE) return undefined;
  const normal = quantileOf(values.slice(0, first), 0.5);
  const abnormal = quantileOf(values.slice(first), 0.75);
  const least = Math.max(atLeast, times * normal);
  const isOver = quantileOf(values.slice(-LAST), 0.5) < least;
  return abnormal >= least && !isOver ? { at, normal, abnormal } : undefined;
}

const quantileOf = (values: readonly number[], share: number): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    share,
  );
