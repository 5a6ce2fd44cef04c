import { invalidField } from '@svc/service-error';
import type { Fields } from '../model/fields.js';
import type { People } from '../model/people.js';
import { DAY_MINUTES, DAY_MS, momentAt, modulo, MINUTE_MS, wallAt } from '../model/zone.js';
import type { Context } from '../rotation/context.js';
import type { Track } from '../rotation/draft.js';
import type { Window } from '../rotation/windows.js';
import type { GoAlertRotation } from './goalert-rotation.js';

const CLOCK = /^([01]\d|2[0-4]):([0-5]\d)$/;

/** Reads a user or a rotation that is on duty while one of its rules is active. */
export function readTarget(
  entry: Fields,
  zone: string,
  rotations: ReadonlyMap<string, GoAlertRotation>,
  people: People,
  { report, nowMs }: Context,
): Track[] {
  const target = entry.object('target');
  const [type, id] = [target.text('type'), target.text('id') ?? ''];
  const name = target.text('name') ?? id;
  const rules = entry.objects('rules').map(readRule);
  const windows = rules.flat();
  entry.skip('scheduleID', '__typename');
  entry.reportRest();
  const rotation = rotations.get(id);
  const place = entry.path;
  const reason =
    windows.length === 0
      ? 'It has no rule with a day.'
      : type === 'rotation' && !rotation
        ? 'The source does not have the rotation: send it as rotations.'
        : type === 'user' || type === 'rotation'
          ? undefined
          : 'Only users and rotations are on duty.';
  if (reason !== undefined) {
    report.add(place, 'dropped', name, reason);
    return [];
  }
  if (type === 'rotation' && rotation) return [inRules({ ...rotation, place, level: 0 }, windows, zone, nowMs)];
  // It has always been on duty; a layer has a start.
  const today = wallAt(nowMs, zone) - modulo(wallAt(nowMs, zone), DAY_MS) - 7 * DAY_MS;
  const length = { unit: 'minutes', count: 7 * DAY_MINUTES } as const;
  const from = momentAt(today, zone);
  return [{ name, place, level: 0, zone, users: [people.of(target) ?? name], length, origin: today, from, windows }];
}

/** Rules are in the time zone of the schedule; the windows of a track are in its own. */
function inRules(track: Track, windows: readonly Window[], zone: string, nowMs: number): Track {
  if (track.zone === zone) return { ...track, windows };
  const distance = wallAt(nowMs, track.zone) - wallAt(nowMs, zone);
  return { ...track, windows: windows.map((window) => ({ ...window, start: window.start + distance / MINUTE_MS })) };
}

/** Days are from Sunday. A window that does not end after its start ends on the following day. */
function readRule(rule: Fields): Window[] {
  const [start, end] = [minute(rule, 'start'), minute(rule, 'end')];
  const length = modulo(end - start, DAY_MINUTES);
  const duration = length === 0 ? DAY_MINUTES : length;
  const days = rule.has('weekdayFilter') ? rule.list('weekdayFilter') : Array.from({ length: 7 }, () => true);
  rule.skip('id');
  rule.reportRest();
  return days.slice(0, 7).flatMap((isActive, day) => {
    if (isActive !== true) return [];
    return [{ start: modulo(day - 1, 7) * DAY_MINUTES + start, duration }];
  });
}

function minute(rule: Fields, name: string): number {
  const [, hours, minutes] = CLOCK.exec(rule.text(name) ?? '') ?? [];
  if (hours === undefined) throw invalidField(rule.at(name), 'must be a time such as 09:00');
  return Number(hours) * 60 + Number(minutes);
}
