import { KahanMean, KahanSum } from '../../numbers/kahan.js';
import { quantileOf } from '../../numbers/quantile.js';
import type { RangeFunction, Window } from './window.js';

export const count: RangeFunction = ({ length }) => length;
export const present: RangeFunction = () => 1;
export const first: RangeFunction = (window) => window.value(window.first);
export const last: RangeFunction = (window) => window.value(window.end - 1);
export const timeOfFirst: RangeFunction = (window) => window.time(window.first) / 1_000;
export const timeOfLast: RangeFunction = (window) => window.time(window.end - 1) / 1_000;

export const sum: RangeFunction = (window) => {
  const total = new KahanSum();
  for (let index = window.first; index < window.end; index++) total.add(window.value(index));
  return total.value;
};

export const average: RangeFunction = (window) => {
  const mean = new KahanMean();
  for (let index = window.first; index < window.end; index++) mean.add(window.value(index));
  return mean.value;
};

/** The index of the sample that no other beats. NaN is beaten by every number. */
function best(window: Window, beats: (value: number, other: number) => boolean): number {
  let found = window.first;
  for (let index = window.first; index < window.end; index++) {
    const other = window.value(found);
    if (beats(window.value(index), other) || Number.isNaN(other)) found = index;
  }
  return found;
}

export const maximum: RangeFunction = (window) => window.value(best(window, (value, other) => value > other));
export const minimum: RangeFunction = (window) => window.value(best(window, (value, other) => value < other));
export const timeOfMaximum: RangeFunction = (window) =>
  window.time(best(window, (value, other) => value >= other)) / 1_000;
export const timeOfMinimum: RangeFunction = (window) =>
  window.time(best(window, (value, other) => value <= other)) / 1_000;

export const variance: RangeFunction = (window) => {
  let seen = 0;
  const mean = new KahanSum();
  const squares = new KahanSum();
  for (let index = window.first; index < window.end; index++) {
    const value = window.value(index);
    const difference = value - (mean.sum + mean.compensation);
    mean.add(difference / ++seen);
    squares.add(difference * (value - (mean.sum + mean.compensation)));
  }
  return (squares.sum + squares.compensation) / seen;
};

export const deviation: RangeFunction = (window) => Math.sqrt(variance(window) ?? NaN);
export const quantile: RangeFunction = (window) => quantileOf(window.args[0], window.copy());

/** The median of the distances from the median. */
export const medianDeviation: RangeFunction = (window) => {
  const values = window.copy();
  if (values.some(Number.isNaN)) return NaN;
  const median = quantileOf(0.5, values);
  return quantileOf(
    0.5,
    values.map((value) => Math.abs(value - median)),
  );
};
