import { invalidField } from '@svc/service-error';
import { Fields, isObject } from '../model/fields.js';
import { People } from '../model/people.js';
import type { Place, Report } from '../model/report.js';
import { DAY_MINUTES, readZone, wallAt, WEEK_MINUTES } from '../model/zone.js';
import { withoutHoles, type TrackWithHoles } from '../recurrence/holes.js';
import type { Context } from '../rotation/context.js';
import type { Draft, Single } from '../rotation/draft.js';
import { readParticipants } from './opsgenie-participants.js';
import { readRestrictions } from './opsgenie-restriction.js';

const UNITS: ReadonlyMap<string, number> = new Map([
  ['hourly', 60],
  ['daily', DAY_MINUTES],
  ['weekly', WEEK_MINUTES],
]);

/**
 * Reads `{data}` of a schedule, or of a list of them with their rotations, as the REST API (version 2) returns it; `{overrides: {data}}` of
 * its overrides may be beside it. All rotations of a schedule are on duty at the same time.
 */
export function readOpsgenie(document: unknown, context: Context): Draft[] {
  const body = new Fields(document, '', context.report);
  body.skip('took', 'requestId', 'expandable', 'paging', 'timeline');
  const schedules = isObject(document) && isObject(document['data']) ? [body.object('data')] : body.objects('data');
  const all = schedules.length > 0 ? schedules : [body];
  const overrides = readOverrides(body, document);
  if (all[0] !== body) body.reportRest();
  return all.map((schedule) => readSchedule(schedule, overrides, context));
}

function readOverrides(body: Fields, document: unknown): Fields[] {
  const member = isObject(document) ? document['overrides'] : undefined;
  return isObject(member) ? body.object('overrides').objects('data') : body.objects('overrides');
}

function readSchedule(schedule: Fields, shared: readonly Fields[], context: Context): Draft {
  const { report } = context;
  const zone = readZone(schedule.text('timezone') ?? 'UTC', schedule.at('timezone'));
  const rotations = schedule.objects('rotations').map((rotation) => ({
    id: rotation.text('id'),
    ...withoutHoles(readRotation(rotation, zone, report), context.nowMs, report),
  }));
  const id = schedule.text('id');
  const overrides = shared.filter((override) => {
    const parent = override.objectIfAny('_parent')?.text('id');
    return parent === undefined || id === undefined || parent === id;
  });
  const places = new Map(
    rotations.flatMap((rotation) => {
      const place = [...rotation.tracks, ...rotation.singles][0]?.place;
      return rotation.id !== undefined && place !== undefined ? [[rotation.id, place] as const] : [];
    }),
  );
  const name = schedule.text('name') ?? '';
  if (schedule.flag('enabled') === false)
    report.add(schedule.at('enabled'), 'changed', name, 'It is disabled in the source; here it is on duty.');
  schedule.skip('took', 'requestId', 'expandable', 'paging', 'timeline', 'data', 'overrides');
  schedule.reportRest();
  return {
    name,
    zone,
    place: schedule.path,
    tracks: rotations.flatMap(({ tracks }) => tracks),
    singles: [
      ...rotations.flatMap(({ singles }) => singles),
      ...overrides.map((override) => readOverride(override, places, report)),
    ],
  };
}

function readRotation(rotation: Fields, zone: string, report: Report): TrackWithHoles {
  const unit = UNITS.get(rotation.text('type') ?? '');
  if (unit === undefined) throw invalidField(rotation.at('type'), 'must be hourly, daily or weekly');
  const from = rotation.instant('startDate');
  const track = {
    name: rotation.text('name') ?? '',
    place: rotation.path,
    level: 0,
    zone,
    users: readParticipants(rotation, new People(), report),
    length: { unit: 'minutes', count: unit * rotation.whole('length', 1, 10_000, 1) } as const,
    origin: wallAt(from, zone),
    from,
    until: rotation.instantIfAny('endDate'),
    windows: readRestrictions(rotation.objectIfAny('timeRestriction')),
  };
  rotation.skip('id', 'order', '_parent');
  rotation.reportRest();
  return track;
}

function readOverride(override: Fields, places: ReadonlyMap<string, Place>, report: Report): Single {
  const user = override.object('user');
  const person = new People().of(user);
  if (person === undefined) throw invalidField(user.at('username'), 'is required');
  const replaces = override.objects('rotations').flatMap((rotation) => {
    const place = places.get(rotation.text('id') ?? '');
    if (place === undefined)
      report.add(
        rotation.path,
        'dropped',
        'rotation of an override',
        'The schedule has no such rotation, or it was dropped.',
      );
    return place ?? `${rotation.path} is unknown`;
  });
  const [start, end] = [override.instant('startDate'), override.instant('endDate')];
  override.skip('alias');
  override.reportRest();
  return { name: `override of ${person}`, place: override.path, level: 0, person, start, end, replaces };
}
