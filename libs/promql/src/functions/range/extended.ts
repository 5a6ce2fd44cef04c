import { isStartReset, startsAfter } from './starts.js';
import type { Window } from './window.js';

/** A value at a time, and the start time of its counter in milliseconds, 0 if it is not known. */
interface Point {
  readonly time: number;
  readonly value: number;
  readonly start: number;
}

function pointAt(window: Window, index: number): Point {
  return { time: window.time(index), value: window.value(index), start: window.startOf(index) };
}

/** The indexes of the samples at the ends of a range that looks beyond its bounds. */
export interface Ends {
  readonly first: number;
  readonly last: number;
}

/** The latest sample at the start of the range or before, or else the first; the first at its end or later, or else the last. */
export function endsOf(window: Window): Ends {
  let first = window.first;
  while (first + 1 < window.end - 1 && window.time(first + 1) <= window.from) first++;
  // The last sample is never passed, so that there is one after the first if that lies before the range.
  let last = window.end - 1;
  if (window.extension === 'smoothed') while (last > window.first && window.time(last - 1) >= window.until) last--;
  return { first, last };
}

/** The change between the values at the very bounds of the range: carried forward if anchored, interpolated if smoothed. */
export function extendedDelta(window: Window, isCounter: boolean): number | undefined {
  let { first, last } = endsOf(window);
  if (window.time(last) <= window.from) return undefined;
  const head = pointAt(window, first);
  if (window.extension === 'smoothed' && head.time > window.until) {
    const isStarted = isCounter && isInLookback(window, head) && !startsAfter(window.until, head.start, head.time);
    if (!isStarted) return undefined;
  }
  const left = leftOf(window, first, isCounter);
  const right = rightOf(window, last, isCounter);
  const total = right.value - left.value;
  if (!isCounter) return total;
  if (window.time(first) <= window.from) first++;
  if (window.time(last) >= window.until) last--;
  return total + lostBetween(window, left, right, first, last);
}

function isInLookback(window: Window, { start, time }: Point): boolean {
  return startsAfter(window.from - window.lookback, start, time);
}

/** The point at the start of the range. */
export function leftOf(window: Window, first: number, isCounter: boolean): Point {
  const head = pointAt(window, first);
  const { from } = window;
  if (head.time === from) return head;
  const start = head.start > from ? 0 : head.start;
  if (head.time > from) {
    if (!isCounter || !isInLookback(window, head)) return { time: from, value: head.value, start };
    const isZero = startsAfter(from, head.start, head.time) || window.extension !== 'smoothed';
    const value = isZero ? 0 : interpolate({ time: head.start, value: 0, start: 0 }, head, from, isCounter);
    return { time: from, value, start };
  }
  let before = head;
  let after = pointAt(window, first + 1);
  let returned = start;
  if (isCounter && startsAfter(from, after.start, after.time)) {
    after = { time: after.start, value: 0, start: 0 };
  } else if (isCounter && isStartReset(before.start, before.time, after.start, after.time)) {
    before = { time: after.start, value: 0, start: 0 };
    returned = after.start;
  }
  const value = window.extension === 'smoothed' ? interpolate(before, after, from, isCounter) : before.value;
  return { time: from, value, start: returned };
}

/** The point at the end of the range. */
export function rightOf(window: Window, last: number, isCounter: boolean): Point {
  const tail = pointAt(window, last);
  const { until } = window;
  const start = tail.start > until ? 0 : tail.start;
  if (tail.time <= until) return { time: until, value: tail.value, start };
  if (last === window.first) {
    if (!isCounter || !isInLookback(window, tail)) return { time: until, value: tail.value, start };
    const isZero = startsAfter(until, tail.start, tail.time) || window.extension !== 'smoothed';
    const value = isZero ? 0 : interpolate({ time: tail.start, value: 0, start: 0 }, tail, until, isCounter);
    return { time: until, value, start };
  }
  let before = pointAt(window, last - 1);
  let after = tail;
  let returned = start;
  if (isCounter && startsAfter(until, after.start, after.time)) {
    returned = before.start;
    after = { time: after.start, value: 0, start: 0 };
  } else if (isCounter && isStartReset(before.start, before.time, after.start, after.time)) {
    before = { time: after.start, value: 0, start: 0 };
  }
  const value = window.extension === 'smoothed' ? interpolate(before, after, until, isCounter) : before.value;
  return { time: until, value, start: returned };
}

/** A counter that fell is taken to have counted from 0. */
function interpolate(before: Point, after: Point, time: number, isCounter: boolean): number {
  const base = isCounter && after.value < before.value ? 0 : before.value;
  return base + ((after.value - base) * (time - before.time)) / (after.time - before.time);
}

function lostBetween(window: Window, left: Point, right: Point, first: number, last: number): number {
  let lost = 0;
  let previous = left;
  const visit = (point: Point) => {
    const isReset =
      point.value < previous.value || isStartReset(previous.start, previous.time, point.start, point.time);
    if (isReset) lost += previous.value;
    previous = point;
  };
  for (let index = first; index <= last; index++) visit(pointAt(window, index));
  visit(right);
  return lost;
}
