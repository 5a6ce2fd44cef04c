import type { Samples } from '../../core/value.js';
import { endsOf, leftOf, rightOf } from './extended.js';
import type { Window } from './window.js';

/** Gives a range values at its very bounds, and leaves out the samples beyond them. */
export function withBounds(window: Window): Samples | undefined {
  if (window.length === 0) return undefined;
  let { first, last } = endsOf(window);
  if (window.time(last) <= window.from) return undefined;
  const left = leftOf(window, first, false);
  const right = rightOf(window, last, false);
  if (window.time(first) <= window.from) first++;
  if (window.time(last) >= window.until) last--;
  const { labels, dropsName, times, values } = window.samples;
  const inner = (all: Float64Array, before: number, after: number) =>
    Float64Array.of(before, ...all.slice(first, last + 1), after);
  return {
    labels,
    dropsName,
    times: inner(times, window.from, window.until),
    values: inner(values, left.value, right.value),
    starts: undefined,
  };
}
