import { Fields } from '../model/fields.js';
import { People } from '../model/people.js';
import { readZone, wallAt } from '../model/zone.js';
import type { Context } from '../rotation/context.js';
import type { Draft, Single, Track } from '../rotation/draft.js';
import { readRestriction } from './pagerduty-restriction.js';

/** Members of a schedule, and of its layers, that are links, or follow from the layers. */
const DERIVED = ['id', 'type', 'summary', 'self', 'html_url', 'final_schedule', 'users', 'http_cal_url', 'web_cal_url'];
const RENDERED = ['id', 'rendered_schedule_entries', 'rendered_coverage_percentage'];

/**
 * Reads `{schedule}` or `{schedules}` as the REST API (version 2) returns them, with `{users}` and `{overrides}` of its other resources
 * beside them, or in the schedule.
 */
export function readPagerDuty(document: unknown, context: Context): Draft[] {
  const body = new Fields(document, '', context.report);
  const people = new People();
  people.learn(body.objects('users'));
  const one = body.objectIfAny('schedule');
  const schedules = [...(one ? [one] : []), ...body.objects('schedules')];
  const all = schedules.length > 0 ? schedules : [body];
  const shared = all.length === 1 && all[0] !== body ? body.objects('overrides') : [];
  body.skip('limit', 'offset', 'more', 'total');
  if (all[0] !== body) body.reportRest();
  return all.map((schedule) => readSchedule(schedule, shared, people, context));
}

function readSchedule(schedule: Fields, shared: readonly Fields[], people: People, context: Context): Draft {
  people.learn(schedule.objects('users'));
  const zone = readZone(schedule.text('time_zone') ?? 'UTC', schedule.at('time_zone'));
  const layers = schedule.objects('schedule_layers').map((layer) => readLayer(layer, zone, people, context));
  const rendered = schedule.objectIfAny('overrides_subschedule')?.objects('rendered_schedule_entries') ?? [];
  const listed = [...schedule.objects('overrides'), ...shared];
  // The entries of the schedule are the listed overrides as far as the request asked for them.
  const overrides = listed.length > 0 ? listed : rendered;
  const draft = {
    name: schedule.text('name') ?? '',
    zone,
    place: schedule.path,
    // The API lists the layer of the highest precedence first.
    tracks: layers.toReversed(),
    singles: overrides.flatMap((override) => readOverride(override, people, context)),
    isExclusive: true,
  };
  schedule.skip(...DERIVED);
  schedule.reportRest();
  return draft;
}

function readLayer(layer: Fields, zone: string, people: People, context: Context): Track {
  const from = layer.instant('start');
  const seconds = layer.number('rotation_turn_length_seconds');
  const users = layer.objects('users').map((member) => member.objectIfAny('user') ?? member);
  const windows = layer.objects('restrictions').flatMap((entry) => readRestriction(entry, context.report));
  const track = {
    name: layer.text('name') ?? '',
    place: layer.path,
    level: 0,
    zone,
    users: users.flatMap((user) => {
      const person = people.of(user);
      if (person !== undefined) context.report.name(person, user.path);
      return person ?? [];
    }),
    length: { unit: 'minutes', count: seconds / 60 } as const,
    origin: wallAt(layer.instantIfAny('rotation_virtual_start') ?? from, zone),
    from,
    until: layer.instantIfAny('end'),
    windows,
  };
  layer.skip(...RENDERED);
  layer.reportRest();
  return track;
}

function readOverride(override: Fields, people: People, { report }: Context): Single[] {
  const person = people.of(override.objectIfAny('user') ?? override.object('member'));
  const [start, end] = [override.instant('start'), override.instant('end')];
  override.skip('id');
  override.reportRest();
  if (person === undefined) {
    report.add(override.path, 'dropped', 'override', 'It names no user.');
    return [];
  }
  return [{ name: `override of ${person}`, place: override.path, level: 0, person, start, end, replaces: [] }];
}
