import { readCalendars } from '../ical/calendar.js';
import { Fields } from '../model/fields.js';
import { People } from '../model/people.js';
import { readZone } from '../model/zone.js';
import { toParts } from '../recurrence/parts.js';
import type { Context } from '../rotation/context.js';
import type { Draft, Single } from '../rotation/draft.js';
import { readShift } from './grafana-shift.js';

/** Members of a schedule that say nothing about duty. */
const SKIPPED = ['id', 'shifts', 'slack', 'team_id', 'on_call_now', 'enable_web_overrides', 'type'];

/**
 * Reads `{schedule, on_call_shifts, users}` with what the REST API returns for each: one schedule or `{results}` of them, and the same of
 * shifts and users. The texts of calendars that a schedule refers to are `ical_primary` and `ical_overrides` of the schedule.
 */
export function readGrafanaOnCall(document: unknown, context: Context): Draft[] {
  const body = new Fields(document, '', context.report);
  const people = new People();
  people.learn(results(body, 'users'));
  const shifts = results(body, 'on_call_shifts');
  const one = body.objectIfAny('schedule');
  const schedules = one ? [one] : results(body, 'schedules');
  body.reportRest();
  return schedules.map((schedule) => readSchedule(schedule, shifts, people, context));
}

/** A list, or a page of one. */
function results(body: Fields, name: string): Fields[] {
  return body.isObject(name) ? body.object(name).objects('results') : body.objects(name);
}

function readSchedule(schedule: Fields, shifts: readonly Fields[], people: People, context: Context): Draft {
  const { report, nowMs } = context;
  const zone = readZone(schedule.text('time_zone') ?? 'UTC', schedule.at('time_zone'));
  const ids = schedule.has('shifts') ? schedule.texts('shifts') : undefined;
  const own = shifts.filter((shift) => ids === undefined || ids.includes(shift.text('id') ?? ''));
  for (const id of ids ?? [])
    if (!shifts.some((shift) => shift.text('id') === id))
      report.add(schedule.at('shifts'), 'dropped', `shift ${id}`, 'It is not in the source.');
  const read = own.map((shift) => readShift(shift, zone, people, report));
  const replacing = toParts(
    read.filter(({ isOverride }) => isOverride).flatMap(({ events }) => events),
    nowMs,
    report,
  );
  const duty = toParts(
    read.filter(({ isOverride }) => !isOverride).flatMap(({ events }) => events),
    nowMs,
    report,
  );
  const primary = calendars(schedule, 'ical_primary', people, context);
  const overriding = calendars(schedule, 'ical_overrides', people, context);
  const title = schedule.text('name') ?? '';
  schedule.skip(...SKIPPED);
  schedule.reportRest('Send the text of the calendar as ical_primary or ical_overrides if this is its address.');
  for (const track of [...replacing.tracks, ...overriding.flatMap(({ tracks }) => tracks)])
    report.add(track.place, 'dropped', track.name, 'Overrides that repeat without an end are not translated.');
  const all = [...replacing.singles, ...overriding.flatMap(({ singles }) => singles)];
  return {
    name: title,
    zone,
    place: schedule.path,
    tracks: [...duty.tracks, ...primary.flatMap(({ tracks }) => tracks)],
    singles: [
      ...duty.singles,
      ...primary.flatMap(({ singles }) => singles),
      ...all.map((single): Single => ({ ...single, replaces: [] })),
    ],
  };
}

/** The calendars of a schedule, with the addresses of the users whom events name. */
function calendars(schedule: Fields, name: string, people: People, context: Context): Draft[] {
  const text = schedule.text(name);
  if (text === undefined) return [];
  return readCalendars(text, context).map((draft) => ({
    ...draft,
    tracks: draft.tracks.map((track) => ({ ...track, users: track.users.map((user) => people.find(user)) })),
    singles: draft.singles.map((single) => ({ ...single, person: people.find(single.person) })),
  }));
}
