import { findChangePoint } from './change-point.js';

/** A value of a bucket. */
export interface Point {
  /** Start of the bucket in epoch milliseconds. */
  readonly start: number;
  readonly value: number;
}

/** The least strength of a change: with some thousand places of one, noise alone does not reach it. */
export const MIN_CHANGE_STRENGTH = 6;

/**
 * The start of the first bucket after a series rose. Undefined if it does not change clearly, or falls.
 *
 * @param points in ascending order, without buckets that have no value.
 * @param floor the least spread, in the unit of the values.
 */
export function findRise(points: readonly Point[], floor: number): number | undefined {
  const change = findChangePoint(
    points.map(({ value }) => value),
    floor,
  );
  return change && change.strength >= MIN_CHANGE_STRENGTH ? points[change.index]?.start : undefined;
}

/** Least spread of a share of errors: one error more in a bucket of the mean size is noise, as is one percent. */
export function errorFloor(meanCalls: number): number {
  return Math.max(0.01, 1 / meanCalls);
}

/** Least spread of a duration in binary logarithms: a tenth is noise. */
export const DURATION_FLOOR = 0.15;
