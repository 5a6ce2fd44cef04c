import { DAY_MS, dayStart, MINUTE_MS, weekday, type Duty } from '../resolver/index.js';

const HOUR_MS = 60 * MINUTE_MS;
/** A night lasts from 22:00 to 06:00: moved by two hours, it is the first eight hours of a day. */
const NIGHT_SHIFT_MS = 2 * HOUR_MS;
const NIGHT_MS = 8 * HOUR_MS;
const SATURDAY = 5;

export interface Share {
  readonly userId: string;
  readonly shifts: number;
  readonly hours: number;
  /** Nights with any duty. */
  readonly nights: number;
  /** Weekends with any duty. */
  readonly weekends: number;
}

/**
 * Distribution of duty among users, most hours first. @param wallAt returns the local time in the zone of the schedule.
 */
export function fairness(duties: readonly Duty[], wallAt: (ms: number) => number): Share[] {
  const shares = Array.from(
    Map.groupBy(duties, ({ userId }) => userId),
    ([userId, own]): Share => ({
      userId,
      shifts: own.length,
      hours: own.reduce((sum, { start, end }) => sum + (end - start), 0) / HOUR_MS,
      nights: new Set(own.flatMap((duty) => nights(wallAt(duty.start), wallAt(duty.end)))).size,
      weekends: new Set(own.flatMap((duty) => weekends(wallAt(duty.start), wallAt(duty.end)))).size,
    }),
  );
  return shares.sort((a, b) => b.hours - a.hours || (a.userId < b.userId ? -1 : 1));
}

/** Nights that overlap local times, by the day on which they end. */
function nights(start: number, end: number): number[] {
  return days(start + NIGHT_SHIFT_MS, end + NIGHT_SHIFT_MS).filter((day) => start + NIGHT_SHIFT_MS < day + NIGHT_MS);
}

/** Weekends that overlap local times, by their Saturdays. */
function weekends(start: number, end: number): number[] {
  return days(start, end)
    .filter((day) => weekday(day) >= SATURDAY)
    .map((day) => day - (weekday(day) - SATURDAY) * DAY_MS);
}

/** The starts of the days that overlap local times. */
function days(start: number, end: number): number[] {
  const first = dayStart(start);
  return Array.from({ length: Math.max(0, Math.ceil((end - first) / DAY_MS)) }, (_, nth) => first + nth * DAY_MS);
}
