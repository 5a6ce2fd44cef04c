import { formatTime, MONTHS } from '../time/format.js';
import { offsetAt, toInstant, toWallClock, wallClock } from '../time/zone.js';
import { niceStep, TIME_STEPS } from './scale.js';

const [SECOND, MINUTE, DAY] = [1_000, 60_000, 86_400_000];
const DAY_STEPS = [1, 2, 7];
const MONTH_STEPS = [1, 2, 3, 6, 12];
const MONTH = 30.4 * DAY;
/** 1970-01-01 was a Thursday; steps of a week begin on Mondays. */
const FIRST_MONDAY = 4;

/** The unit in which the ticks of an axis differ. */
export type TimeUnit = 'millisecond' | 'second' | 'minute' | 'day' | 'month' | 'year';

export interface TimeTicks {
  readonly unit: TimeUnit;
  /** Ascending, in epoch milliseconds. */
  readonly ticks: readonly number[];
}

/**
 * Returns the times between two times at which clocks of a zone show round numbers: full minutes, hours, midnights, Mondays, or the first
 * days of months. Changes of clocks are taken into account, so a tick of the day after one still is a midnight.
 *
 * @param most about how many ticks there may be.
 */
export function timeTicks(startMs: number, endMs: number, most: number, zone: string): TimeTicks {
  const least = (endMs - startMs) / Math.max(most, 1);
  if (!(least > 0)) return { unit: 'minute', ticks: [] };
  const inside = (ticks: readonly number[]): number[] => ticks.filter((tick) => tick >= startMs && tick <= endMs);
  if (least <= SECOND / 2) {
    const step = Math.max(niceStep(least), 1);
    return { unit: 'millisecond', ticks: shortTicks(startMs, endMs, step, zone) };
  }
  const short = TIME_STEPS.find((step) => step >= least);
  if (short !== undefined)
    return { unit: short < MINUTE ? 'second' : 'minute', ticks: shortTicks(startMs, endMs, short, zone) };
  const days = DAY_STEPS.find((step) => step * DAY >= least);
  if (days !== undefined) return { unit: 'day', ticks: inside(dayTicks(startMs, endMs, days, zone)) };
  const months = MONTH_STEPS.find((step) => step * MONTH >= least) ?? 12 * niceStep(least / (12 * MONTH));
  const unit = months < 12 ? 'month' : 'year';
  return { unit, ticks: inside(monthTicks(startMs, endMs, months, zone)) };
}

/** Times at which the clock shows multiples of a step of at most half a day, also where it is put forward or back between two of them. */
function shortTicks(startMs: number, endMs: number, step: number, zone: string): number[] {
  const ticks: number[] = [];
  const late = (ms: number): number => modulo(ms + offsetAt(zone, ms), step);
  let next = startMs + modulo(-late(startMs), step);
  while (next <= endMs) {
    const behind = late(next);
    if (behind === 0) {
      ticks.push(next);
      next += step;
      continue;
    }
    // The clock was changed since the last tick.
    const earlier = next - behind;
    const isNew = earlier > (ticks.at(-1) ?? startMs - 1) && late(earlier) === 0;
    next = isNew ? earlier : next + step - behind;
  }
  return ticks;
}

function dayTicks(startMs: number, endMs: number, step: number, zone: string): number[] {
  const first = Math.floor(toWallClock(zone, startMs) / DAY);
  const last = Math.floor(toWallClock(zone, endMs) / DAY);
  const days = Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
  return days.filter((day) => modulo(day - FIRST_MONDAY, step) === 0).map((day) => toInstant(zone, day * DAY).ms);
}

function monthTicks(startMs: number, endMs: number, step: number, zone: string): number[] {
  const monthOf = (ms: number): number => {
    const date = new Date(toWallClock(zone, ms));
    return date.getUTCFullYear() * 12 + date.getUTCMonth();
  };
  const first = Math.floor(monthOf(startMs) / step) * step;
  const count = Math.floor((monthOf(endMs) - first) / step) + 1;
  return Array.from({ length: count }, (_, nth) => {
    const month = first + nth * step;
    return toInstant(zone, wallClock(Math.floor(month / 12), (month % 12) + 1, 1)).ms;
  });
}

/** The text of a tick. The first tick of a day, and that of a year among months, says so. */
export function formatTick(ms: number, unit: TimeUnit, zone: string): string {
  const wall = new Date(toWallClock(zone, ms));
  const month = MONTHS[wall.getUTCMonth()] ?? '';
  if (unit === 'year' || (unit === 'month' && wall.getUTCMonth() === 0)) return String(wall.getUTCFullYear());
  if (unit === 'month') return month;
  if (unit === 'day' || wall.getTime() % DAY === 0) return `${month} ${wall.getUTCDate()}`;
  return formatTime(ms, zone, unit);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
