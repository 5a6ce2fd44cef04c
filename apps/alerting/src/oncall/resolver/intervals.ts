import type { Interval } from './schedule.js';

/** Intervals in order of time that neither overlap nor touch. */
export function union(intervals: readonly Interval[]): Interval[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** Intersection of two lists, each in order and without overlaps. */
export function intersect(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const common: Interval[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [left, right] = [a[i], b[j]];
    if (!left || !right) break;
    const start = Math.max(left.start, right.start);
    const end = Math.min(left.end, right.end);
    if (start < end) common.push({ start, end });
    if (left.end < right.end) i++;
    else j++;
  }
  return common;
}

/** Difference of two lists, each in order and without overlaps. */
export function subtract(from: readonly Interval[], removed: readonly Interval[]): Interval[] {
  const rest: Interval[] = [];
  let next = 0;
  for (const { start, end } of from) {
    let at = start;
    while (next < removed.length && (removed[next]?.end ?? 0) <= start) next++;
    for (let index = next; index < removed.length; index++) {
      const cut = removed[index];
      if (!cut || cut.start >= end) break;
      if (cut.start > at) rest.push({ start: at, end: cut.start });
      at = Math.max(at, cut.end);
    }
    if (at < end) rest.push({ start: at, end });
  }
  return rest;
}
