import type { Place } from '../model/report.js';
import {
  DAY_MINUTES,
  DAY_MS,
  MINUTE_MS,
  modulo,
  momentAt,
  WEEK_MINUTES,
  WEEK_MS,
  type WallTime,
} from '../model/zone.js';
import { everyDay, type Window } from '../rotation/windows.js';
import { occurrences, timeOfDay, weekDays, weekOf, type Rule } from './rule.js';
import type { Series } from './series.js';

/** A time of duty of one person that may repeat. */
export interface DutyEvent {
  readonly name: string;
  readonly place: Place;
  readonly level: number;
  readonly person: string;
  readonly zone: string;
  readonly start: WallTime;
  readonly minutes: number;
  readonly rule?: Rule | undefined;
  /** Local starts that are left out. */
  readonly without: readonly WallTime[];
}

/** The form of a turn: its length, how many turns lie between two of the person, its local start and its windows. */
type Turns = Pick<Series, 'unit' | 'every' | 'turn' | 'windows'>;

/** Times as a series, if each of them is a turn of a rotation or the windows in it; undefined for all others. */
export function toSeries(event: DutyEvent, rule: Rule, take: () => void): Series | undefined {
  const turns = turnsOf(event, simplified(rule));
  if (!turns) return undefined;
  const { name, place, level, person, zone, start, minutes } = event;
  const first = occurrences(start, rule, start, take).next();
  if (first.done) return undefined;
  const span = (wall: WallTime): { start: number; end: number } => spanOf(wall, minutes, zone);
  const last = lastOf(start, rule, take);
  return {
    name,
    place,
    level,
    person,
    zone,
    ...turns,
    from: span(first.value).start,
    until: last === undefined ? undefined : span(last).end,
    without: event.without.map(span),
  };
}

/** A time of duty in milliseconds since 1970. */
export function spanOf(wall: WallTime, minutes: number, zone: string): { start: number; end: number } {
  return { start: momentAt(wall, zone), end: momentAt(wall + minutes * MINUTE_MS, zone) };
}

function lastOf(start: WallTime, rule: Rule, take: () => void): WallTime | undefined {
  if (rule.count === undefined && rule.until === undefined) return undefined;
  const months = rule.frequency === 'monthly' ? 31 * DAY_MS : WEEK_MS;
  const from = (rule.until ?? start) - 2 * rule.interval * months;
  let last = start;
  for (const wall of occurrences(start, rule, from, take)) last = wall;
  return last;
}

/** Hours and days are days and weeks if they are as long. */
function simplified(rule: Rule): Rule {
  const { frequency, interval, days } = rule;
  if (frequency === 'hourly' && interval % 24 === 0 && days.length === 0)
    return simplified({ ...rule, frequency: 'daily', interval: interval / 24 });
  if (frequency === 'daily' && days.length === 0 && interval % 7 === 0)
    return { ...rule, frequency: 'weekly', interval: interval / 7 };
  return frequency === 'daily' && interval === 1 && days.length > 0 ? { ...rule, frequency: 'weekly' } : rule;
}

function turnsOf(event: DutyEvent, rule: Rule): Turns | undefined {
  const { start, minutes } = event;
  const { frequency, interval, days } = rule;
  if (frequency === 'weekly') return weekly(event, rule);
  if (days.length > 0) return undefined;
  if (frequency === 'hourly') return whole(start, minutes, interval * 60, 60);
  if (frequency !== 'daily') return undefined;
  if (minutes >= DAY_MINUTES) return whole(start, minutes, interval * DAY_MINUTES, DAY_MINUTES);
  const windows = everyDay({ start: timeOfDay(start) / MINUTE_MS, duration: minutes });
  return { unit: DAY_MINUTES, every: interval, turn: start, windows };
}

/** Turns that are covered as a whole and fill the time until the next one of the person with turns of the same length. */
function whole(turn: WallTime, minutes: number, period: number, step: number): Turns | undefined {
  // Times that reach the next one of the same person never end.
  if (minutes >= period) return { unit: period, every: 1, turn, windows: [] };
  if (minutes % step !== 0 || period % minutes !== 0) return undefined;
  return { unit: minutes, every: period / minutes, turn, windows: [] };
}

function weekly({ start, minutes }: DutyEvent, rule: Rule): Turns | undefined {
  const { interval, weekStart } = rule;
  const days = weekDays(start, rule);
  const [first = 0] = days;
  const turn = weekOf(start, weekStart) + first;
  if (days.length === 1 && minutes >= WEEK_MINUTES) return whole(turn, minutes, interval * WEEK_MINUTES, WEEK_MINUTES);
  const end = (days.at(-1) ?? 0) + minutes * MINUTE_MS;
  // The last time of a week must not reach into the turn of the next person.
  if (interval > 1 && end > first + WEEK_MS) return undefined;
  const monday = weekStart * DAY_MINUTES;
  const windows = days.map((away): Window => ({
    start: modulo(monday + away / MINUTE_MS, WEEK_MINUTES),
    duration: Math.min(minutes, WEEK_MINUTES),
  }));
  return { unit: WEEK_MINUTES, every: interval, turn, windows };
}
