import { invalidField } from '@svc/service-error';
import type { Fields } from '../model/fields.js';
import type { People } from '../model/people.js';
import type { Report } from '../model/report.js';
import { readZone, type WallTime } from '../model/zone.js';
import type { DutyEvent } from '../recurrence/event.js';
import { occurrences, weekOf, type Frequency, type Rule } from '../recurrence/rule.js';

const FREQUENCIES: ReadonlySet<string> = new Set<Frequency>(['hourly', 'daily', 'weekly', 'monthly']);
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** A local time; some versions write a zone behind it, which is not meant. */
const LOCAL = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:Z|[+-]\d\d:?\d\d)?$/;
/** Longest duration: ten years. */
const MAX_SECONDS = 10 * 366 * 86_400;
/** Members that say nothing about duty. */
const SKIPPED = ['id', 'team_id', 'source', 'schedule'];

/** The events of a shift, which replace others if it is an override. */
export interface Shift {
  readonly isOverride: boolean;
  readonly events: readonly DutyEvent[];
}

/** Reads a shift: users who are on duty together, or groups of them who take turns. @throws ServiceError invalid_request. */
export function readShift(shift: Fields, scheduleZone: string, people: People, report: Report): Shift {
  const type = shift.text('type');
  const zone = readZone(shift.text('time_zone') ?? scheduleZone, shift.at('time_zone'));
  const start = local(shift, 'start');
  const rule = type === 'single_event' || type === 'override' ? undefined : readRule(shift);
  const groups = groupsOf(shift, people);
  const shared = {
    name: shift.text('name') ?? 'shift',
    place: shift.path,
    level: shift.number('level', 0),
    zone,
    minutes: Math.round(shift.whole('duration', 1, MAX_SECONDS) / 60),
    without: [],
  };
  const rotationStart = shift.has('rotation_start') ? local(shift, 'rotation_start') : start;
  shift.skip(...SKIPPED);
  shift.reportRest();
  const events = groups.flatMap((users, number) => {
    const turn = rule && turnOf(start, rule, number, groups.length, rotationStart, () => report.take());
    if (rule && !turn) return [];
    return users.map((person): DutyEvent => ({ ...shared, person, start: turn?.start ?? start, rule: turn?.rule }));
  });
  if (events.length === 0) report.add(shift.path, 'dropped', shared.name, 'It has no users, or it has ended.');
  return { isOverride: type === 'override', events };
}

/** Each group has every nth interval, beginning with its own one. */
function turnOf(
  start: WallTime,
  rule: Rule,
  number: number,
  groups: number,
  rotationStart: WallTime,
  take: () => void,
): { start: WallTime; rule: Rule } | undefined {
  const base = number === 0 ? start : nthInterval(start, rule, number, take);
  if (base === undefined) return undefined;
  const own = { ...rule, interval: rule.interval * groups };
  const first = occurrences(base, own, rotationStart, take).next();
  // The first one of its own rule, so that intervals are counted from it.
  return first.done ? undefined : { start: first.value, rule: own };
}

/** The first time of the nth interval after that of the start. */
function nthInterval(start: WallTime, rule: Rule, number: number, take: () => void): WallTime | undefined {
  const first = (from: WallTime): WallTime | undefined => {
    const found = occurrences(start, rule, from, take).next();
    return found.done ? undefined : found.value;
  };
  const dayMs = 86_400_000;
  const steps = number * rule.interval;
  if (rule.frequency === 'hourly') return start + steps * 3_600_000;
  if (rule.frequency === 'daily') return start + steps * dayMs;
  if (rule.frequency === 'weekly') {
    const week = weekOf(start, rule.weekStart) + steps * 7 * dayMs;
    return first(week);
  }
  const date = new Date(start);
  const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + steps, 1);
  return first(month);
}

function readRule(shift: Fields): Rule | undefined {
  const frequency = shift.text('frequency');
  if (frequency === undefined) return undefined;
  if (!FREQUENCIES.has(frequency))
    throw invalidField(shift.at('frequency'), 'must be hourly, daily, weekly or monthly');
  const interval = shift.whole('interval', 1, 1_000, 1);
  return {
    frequency: frequency as Frequency,
    interval,
    days: shift.texts('by_day').map((text) => ({ day: dayOf(text, shift.at('by_day')) })),
    monthDays: shift.list('by_monthday').filter((value) => typeof value === 'number'),
    weekStart: dayOf(shift.text('week_start') ?? 'MO', shift.at('week_start')),
    until: shift.has('until') ? local(shift, 'until') : undefined,
  };
}

function groupsOf(shift: Fields, people: People): string[][] {
  const groups = shift.lists('rolling_users').map((ids) => ids.map((id) => people.find(id)));
  const users = shift.texts('users').map((id) => people.find(id));
  const first = shift.number('start_rotation_from_user_index', 0);
  if (groups.length === 0) return [users];
  const index = Number.isInteger(first) && first > 0 ? first % groups.length : 0;
  return [...groups.slice(index), ...groups.slice(0, index)];
}

function dayOf(text: string, path: string): number {
  const day = DAYS.indexOf(text.toUpperCase());
  if (day < 0) throw invalidField(path, 'must be a day of the week such as MO');
  return day;
}

function local(shift: Fields, name: string): WallTime {
  const [, text = ''] = LOCAL.exec(shift.text(name) ?? '') ?? [];
  const wall = Date.parse(`${text}Z`);
  if (Number.isNaN(wall)) throw invalidField(shift.at(name), 'must be a local time such as 2026-01-05T09:00:00');
  return wall;
}
