import { floorTo, fromMilliseconds, NANOSECONDS_PER_MILLISECOND } from './nanoseconds.js';
import type { TimeRange } from './time-range.js';
import { DAY_MS, firstMomentAt, wallTimeAt, type WallTime } from './time-zone.js';

export type CalendarUnit = 'hour' | 'day' | 'week' | 'month';

const HOUR_MS = 3_600_000;
/** The shortest length of each unit: days lose an hour or, if a zone jumped over the date line, nearly all of it. */
const MIN_MS: Readonly<Record<CalendarUnit, number>> = {
  hour: HOUR_MS / 2,
  day: 20 * HOUR_MS,
  week: 6 * DAY_MS,
  month: 27 * DAY_MS,
};

/** A lower bound of the number of periods in the range, to check limits before they are created. */
export function minPeriods({ from, to }: TimeRange, unit: CalendarUnit): number {
  const longestMs = { hour: 2 * HOUR_MS, day: 2 * DAY_MS, week: 9 * DAY_MS, month: 32 * DAY_MS }[unit];
  return Number(to - from) / Number(NANOSECONDS_PER_MILLISECOND) / longestMs;
}

/**
 * The starts of the hours, days, weeks (from Monday) or months of a zone that overlap the range, and the end of the
 * last one, in nanoseconds. They are adjacent; the length of a day follows the zone's clocks.
 */
export function calendarPeriods(
  { from, to }: TimeRange,
  unit: CalendarUnit,
  zone: string,
): { starts: bigint[]; end: bigint } {
  const lastMs = floorToMilliseconds(to - 1n);
  const starts: number[] = [];
  let startMs = periodStart(floorToMilliseconds(from), unit, zone);
  while (startMs <= lastMs) {
    starts.push(startMs);
    startMs = nextPeriodStart(startMs, unit, zone);
  }
  return { starts: starts.map(fromMilliseconds), end: fromMilliseconds(startMs) };
}

function periodStart(ms: number, unit: CalendarUnit, zone: string): number {
  const wall = wallTimeAt(ms, zone);
  // Uses its own distance from the full hour, so that an hour that clocks show twice is two periods.
  if (unit === 'hour') return ms - modulo(wall, HOUR_MS);
  return firstMomentAt(floorWall(wall, unit), zone);
}

function nextPeriodStart(startMs: number, unit: CalendarUnit, zone: string): number {
  if (unit === 'hour') {
    const next = periodStart(startMs + HOUR_MS, 'hour', zone);
    return next > startMs ? next : startMs + HOUR_MS;
  }
  const wall = floorWall(wallTimeAt(startMs + MIN_MS[unit] / 2, zone), unit);
  const next = firstMomentAt(stepWall(wall, unit), zone);
  // A day that a zone skipped has no start of its own.
  return next > startMs ? next : firstMomentAt(stepWall(stepWall(wall, unit), unit), zone);
}

function floorWall(wall: WallTime, unit: Exclude<CalendarUnit, 'hour'>): WallTime {
  const day = wall - modulo(wall, DAY_MS);
  const date = new Date(day);
  if (unit === 'day') return day;
  if (unit === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return date.setUTCDate(1);
}

function stepWall(wall: WallTime, unit: Exclude<CalendarUnit, 'hour'>): WallTime {
  if (unit === 'day') return wall + DAY_MS;
  if (unit === 'week') return wall + 7 * DAY_MS;
  const date = new Date(wall);
  return date.setUTCMonth(date.getUTCMonth() + 1, 1);
}

/** A division of integers rounds towards zero, which is up for times before 1970. */
const floorToMilliseconds = (time: bigint): number =>
  Number(floorTo(time, NANOSECONDS_PER_MILLISECOND) / NANOSECONDS_PER_MILLISECOND);

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
