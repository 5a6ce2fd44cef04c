import { MINUTE_MS, sinceMonday, wallAt, WEEK_MS } from '../model/zone.js';
import type { Single, Track } from './draft.js';
import { overlap, type Window } from './windows.js';

/** A track, or a single time of duty. */
export type Part = Track | Single;

export function isSingle(part: Part): part is Single {
  return 'person' in part;
}

/** Whether two parts are on duty at the same time at some time, by the clocks of a zone. */
export function meet(a: Part, b: Part, zone: string): boolean {
  const [spanA, spanB] = [span(a), span(b)];
  const common = { start: Math.max(spanA.start, spanB.start), end: Math.min(spanA.end, spanB.end) };
  if (common.start >= common.end) return false;
  if (isSingle(a) && isSingle(b)) return true;
  return overlap(windowsIn(a, common, zone), windowsIn(b, common, zone));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function span(part: Part): Span {
  return isSingle(part) ? part : { start: part.from, end: part.until ?? Infinity };
}

/** A single time is its part of the week, and a track its windows; of the common time if that is shorter than a week. */
function windowsIn(part: Part, common: Span, zone: string): readonly Window[] {
  if (!isSingle(part)) return part.windows;
  if (common.end - common.start >= WEEK_MS) return [];
  const start = sinceMonday(wallAt(common.start, zone)) / MINUTE_MS;
  const duration = (wallAt(common.end, zone) - wallAt(common.start, zone)) / MINUTE_MS;
  // Clocks that are set back can show no time at all between the two.
  return [{ start, duration: Math.max(duration, 1) }];
}

/** Distributes parts among as few groups as is simple to find, in none of which two are on duty at the same time. */
export function withoutMeetings<P extends Part>(parts: readonly P[], zone: string): P[][] {
  const groups: P[][] = [];
  for (const part of parts) {
    const group = groups.find((members) => !members.some((member) => meet(member, part, zone)));
    if (group) group.push(part);
    else groups.push([part]);
  }
  return groups;
}
