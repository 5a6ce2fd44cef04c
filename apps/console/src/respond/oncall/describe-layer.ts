import type { ScheduleRestriction } from '../../gen/api.js';

/** The local times of a window, such as `daily 22:00–06:00`. */
export function describeWindow(window: ScheduleRestriction): string {
  const { type, start_day: from = '', start_time: start, end_day: to = '', end_time: end } = window;
  return type === 'daily' ? `daily ${start}–${end}` : `${from} ${start} – ${to} ${end}`;
}

/** The length of a turn and the time at which turns change, such as `1w, at 09:00`. */
export function describeRhythm(length: string, handoff: string | undefined): string {
  return handoff === undefined || handoff === '' ? length : `${length}, at ${handoff}`;
}
