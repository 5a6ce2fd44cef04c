import { addMonths, DAY_MS, modulo, sinceMonday, WEEK_MS, type WallTime } from '../model/zone.js';

export type Frequency = 'hourly' | 'daily' | 'weekly' | 'monthly';

/** A day of the week from 0 for Monday; `nth` is its number in a month, counted from the end if negative. */
export interface WeekDay {
  readonly day: number;
  readonly nth?: number | undefined;
}

/** Times that repeat, as RFC 5545 has them. */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly days: readonly WeekDay[];
  readonly monthDays: readonly number[];
  /** First day of a week, from 0 for Monday. */
  readonly weekStart: number;
  readonly count?: number | undefined;
  /** Last local time at which one may start. */
  readonly until?: WallTime | undefined;
}

const HOUR_MS = 3_600_000;
/** The end of the times that schedules can have. */
const END_WALL = Date.UTC(2101);
const STEP_MS: Readonly<Record<Frequency, number>> = {
  hourly: HOUR_MS,
  daily: DAY_MS,
  weekly: WEEK_MS,
  monthly: 31 * DAY_MS,
};

/** The local starts from a time on; with a count they begin with the first one. @param take is called for each step. */
export function* occurrences(start: WallTime, rule: Rule, from: WallTime, take: () => void): Generator<WallTime> {
  const { frequency, interval, count = Infinity, until = Infinity } = rule;
  const passed = Math.floor((from - start) / (STEP_MS[frequency] * interval)) - 1;
  let found = 0;
  for (let step = count === Infinity ? Math.max(0, passed) : 0; ; step++) {
    take();
    const candidates = candidatesOf(start, rule, step);
    if (baseOf(start, rule, step) > Math.min(END_WALL, until + WEEK_MS)) return;
    for (const wall of candidates) {
      if (wall < start) continue;
      if (wall > until || ++found > count) return;
      if (wall >= from || count !== Infinity) yield wall;
    }
  }
}

/** The start of a week by its first day. */
export function weekOf(wall: WallTime, weekStart: number): WallTime {
  return wall - modulo(sinceMonday(wall) - weekStart * DAY_MS, WEEK_MS);
}

/** Milliseconds since midnight. */
export function timeOfDay(wall: WallTime): number {
  return modulo(wall, DAY_MS);
}

function baseOf(start: WallTime, { frequency, interval, weekStart }: Rule, step: number): WallTime {
  if (frequency === 'monthly') return addMonths(firstOfMonth(start), step * interval);
  if (frequency === 'weekly') return weekOf(start, weekStart) + step * interval * WEEK_MS;
  return start + step * interval * STEP_MS[frequency];
}

function candidatesOf(start: WallTime, rule: Rule, step: number): WallTime[] {
  const base = baseOf(start, rule, step);
  if (rule.frequency === 'weekly') return weekDays(start, rule).map((away) => base + away);
  if (rule.frequency === 'monthly') return monthDays(start, base, rule);
  const day = Math.floor(sinceMonday(base) / DAY_MS);
  return rule.days.length === 0 || rule.days.some((weekDay) => weekDay.day === day) ? [base] : [];
}

/** Starts in each week, in milliseconds after its start. */
export function weekDays(start: WallTime, { days, weekStart }: Rule): number[] {
  const own = [{ day: Math.floor(sinceMonday(start) / DAY_MS) }];
  const away = (days.length > 0 ? days : own).map(({ day }) => modulo(day - weekStart, 7) * DAY_MS + timeOfDay(start));
  return [...new Set(away)].sort((a, b) => a - b);
}

function monthDays(start: WallTime, month: WallTime, { days, monthDays: numbers }: Rule): WallTime[] {
  const length = Math.round((addMonths(month, 1) - month) / DAY_MS);
  const own = numbers.length > 0 || days.length > 0 ? numbers : [new Date(start).getUTCDate()];
  const numbered = own.map((number) => (number < 0 ? length + 1 + number : number));
  const all = Array.from({ length }, (_, index) => index + 1);
  const isNamed = (number: number): boolean => {
    const day = Math.floor(sinceMonday(month + (number - 1) * DAY_MS) / DAY_MS);
    const nth = Math.ceil(number / 7);
    const fromEnd = -Math.ceil((length - number + 1) / 7);
    return days.some((weekDay) => weekDay.day === day && [undefined, nth, fromEnd].includes(weekDay.nth));
  };
  return all
    .filter((number) => (own.length === 0 || numbered.includes(number)) && (days.length === 0 || isNamed(number)))
    .map((number) => month + (number - 1) * DAY_MS + timeOfDay(start));
}

function firstOfMonth(wall: WallTime): WallTime {
  return wall - timeOfDay(wall) - (new Date(wall).getUTCDate() - 1) * DAY_MS;
}
