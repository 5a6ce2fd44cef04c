import type { WallTime } from '@svc/reading/time';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday, the fourth day of a week that starts on Monday. */
const EPOCH_WEEKDAY = 3;

/** The start of the day on the clock. */
export function dayStart(wall: WallTime): WallTime {
  return Math.floor(wall / DAY_MS) * DAY_MS;
}

/** Days since Monday: 0 to 6. */
export function weekday(wall: WallTime): number {
  return (((Math.floor(wall / DAY_MS) + EPOCH_WEEKDAY) % 7) + 7) % 7;
}

/** The start of the day, or of the week from Monday. */
export function periodStart(wall: WallTime, days: 1 | 7): WallTime {
  return dayStart(wall) - (days === 7 ? weekday(wall) * DAY_MS : 0);
}

/** The same day and time a number of months later; the last day of a shorter month. */
export function addMonths(wall: WallTime, months: number): WallTime {
  const date = new Date(wall);
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), lastDay)) + (wall - dayStart(wall));
}

/** Months from one time to another by the calendar, whatever the days. */
export function monthsBetween(from: WallTime, to: WallTime): number {
  const [start, end] = [new Date(from), new Date(to)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
}
