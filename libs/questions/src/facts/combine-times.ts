import type { TimePhrases } from '../time/time-phrases.js';
import { MAX_WINDOW, type Window } from '../time/window.js';
import type { Item } from '../words/item.js';

/** The windows that the times of a question can mean; `none` without a time, `contradiction` if they exclude each other. */
export type Windows = readonly Window[] | 'none' | 'contradiction';

/** Combines a day with a time of the day, and clips what lies in the future. */
export function combineTimes(items: readonly Item[], times: TimePhrases, now: number, dateAt: DateAt): Windows {
  const days = items.filter(({ kind }) => kind === 'window');
  const clocks = items.filter(({ kind }) => kind === 'clock');
  const [day] = days;
  const [clock] = clocks;
  if (days.length > 1 || clocks.length > 1) return 'contradiction';
  if (!day && !clock) return 'none';
  if (clock && day && day.value !== 'day') return 'contradiction';
  const starts = day ? (day.windows ?? []).map(({ from }) => dateAt(from)) : [times.today];
  const windows = clock
    ? starts.flatMap((date) => (clock.windows ?? []).map((range) => times.dayWindow(date, range)))
    : (day?.windows ?? []);
  const past = windows
    .map(({ from, to }) => ({ from, to: Math.min(to, now) }))
    .filter(({ from, to }) => from < to && to - from <= MAX_WINDOW);
  return past.length === 0 ? 'contradiction' : past;
}

type DateAt = (ms: number) => TimePhrases['today'];
