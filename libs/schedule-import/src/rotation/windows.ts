import type { RestrictionBody } from '../model/schedule.js';
import { DAY_MINUTES, modulo, WEEK_MINUTES } from '../model/zone.js';

/** Local time in each week, in minutes since Monday 00:00. A window may reach into the following week. */
export interface Window {
  readonly start: number;
  /** At most a week. */
  readonly duration: number;
}

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The windows of a time in each day. */
export function everyDay({ start, duration }: Window): Window[] {
  return DAYS.map((_, day) => ({ start: day * DAY_MINUTES + start, duration: Math.min(duration, DAY_MINUTES) }));
}

export function shifted(windows: readonly Window[], minutes: number): Window[] {
  return windows.map(({ start, duration }) => ({ start: start + minutes, duration }));
}

/** The same local time in as few windows as possible, which neither overlap nor touch. None if they cover the whole week. */
export function merged(windows: readonly Window[]): Window[] {
  const sorted = windows
    .map(({ start, duration }) => ({ start: modulo(start, WEEK_MINUTES), duration }))
    .sort((a, b) => a.start - b.start);
  const found: { start: number; duration: number }[] = [];
  // A second round joins the end of the week to its start.
  for (const { start, duration } of [...sorted, ...shifted(sorted, WEEK_MINUTES)]) {
    const last = found.at(-1);
    if (last && start <= last.start + last.duration)
      last.duration = Math.max(last.duration, start + duration - last.start);
    else found.push({ start, duration });
  }
  if (found.some(({ duration }) => duration >= WEEK_MINUTES)) return [];
  const firstRepeated = found.findIndex(({ start }) => start >= WEEK_MINUTES);
  const week = firstRepeated < 0 ? found : found.slice(0, firstRepeated);
  // A window at the start of the week that one from the end of the week reaches is a part of that one.
  const [head] = week;
  const tail = week.at(-1);
  const isPart = head && tail && head !== tail && tail.start + tail.duration >= head.start + WEEK_MINUTES;
  return isPart ? week.slice(1) : week;
}

/** Whether two sets of windows have a minute in common; an empty one is the whole week. */
export function overlap(a: readonly Window[], b: readonly Window[]): boolean {
  if (a.length === 0 || b.length === 0) return true;
  return a.some((one) => b.some((other) => isWithin(one.start, other) || isWithin(other.start, one)));
}

/** The local time that two sets of windows have in common; an empty set is the whole week, and undefined is no time at all. */
export function common(a: readonly Window[], b: readonly Window[]): Window[] | undefined {
  const [one, other] = [merged(a), merged(b)];
  if (one.length === 0 || other.length === 0) return [...one, ...other];
  const found = one.flatMap((window) =>
    [-WEEK_MINUTES, 0, WEEK_MINUTES].flatMap((weeks) =>
      other.flatMap((second) => {
        const start = Math.max(window.start, second.start + weeks);
        const end = Math.min(window.start + window.duration, second.start + weeks + second.duration);
        return start < end ? [{ start, duration: end - start }] : [];
      }),
    ),
  );
  return found.length > 0 ? found : undefined;
}

/** The windows as the API takes them; none if they cover the whole week. */
export function toRestrictions(windows: readonly Window[]): RestrictionBody[] {
  const week = merged(windows);
  const [first] = week;
  const isDaily =
    first && week.length === 7 && everyDay(first).every((day) => week.some((window) => isSame(day, window)));
  if (isDaily) return [{ type: 'daily', start_time: time(first.start), end_time: time(first.start + first.duration) }];
  return week.map(({ start, duration }) => ({
    type: 'weekly',
    start_day: day(start),
    start_time: time(start),
    end_day: day(start + duration),
    end_time: time(start + duration),
  }));
}

function isSame(a: Window, b: Window): boolean {
  return a.duration === b.duration && modulo(a.start - b.start, WEEK_MINUTES) === 0;
}

function isWithin(minute: number, { start, duration }: Window): boolean {
  return modulo(minute - start, WEEK_MINUTES) < duration;
}

function day(minute: number): string {
  return DAYS[Math.floor(modulo(minute, WEEK_MINUTES) / DAY_MINUTES)] ?? '';
}

function time(minute: number): string {
  const [hours, minutes] = [Math.floor(modulo(minute, DAY_MINUTES) / 60), modulo(minute, 60)];
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}
