import { Fields } from '../model/fields.js';
import { People } from '../model/people.js';
import { readZone } from '../model/zone.js';
import type { Context } from '../rotation/context.js';
import type { Draft, Single, Track } from '../rotation/draft.js';
import { readOverride, readTemporary } from './goalert-overrides.js';
import { readRotations, type GoAlertRotation } from './goalert-rotation.js';
import { readTarget } from './goalert-target.js';

/** Members of a schedule that follow from others, or say nothing about duty. */
const SKIPPED = ['id', 'isFavorite', 'shifts', 'onCallNotificationRules', '__typename', 'assignedTo'];

/**
 * Reads `{schedule, rotations, users, userOverrides}` with what the GraphQL interface returns for each, below `data` or not; lists are
 * arrays or `{nodes}`. All targets of a schedule whose rules are active are on duty together.
 */
export function readGoAlert(document: unknown, context: Context): Draft[] {
  const top = new Fields(document, '', context.report);
  const body = top.objectIfAny('data') ?? top;
  if (body !== top) top.reportRest();
  const people = new People();
  people.learn(nodes(body, 'users'));
  const one = body.objectIfAny('rotation');
  const rotations = readRotations([...nodes(body, 'rotations'), ...(one ? [one] : [])], people, context);
  const overrides = nodes(body, 'userOverrides');
  const schedule = body.objectIfAny('schedule');
  const schedules = [...(schedule ? [schedule] : []), ...nodes(body, 'schedules')];
  body.reportRest();
  return schedules.map((each) => readSchedule(each, rotations, overrides, people, context));
}

function nodes(body: Fields, name: string): Fields[] {
  return body.isObject(name) ? body.object(name).objects('nodes') : body.objects(name);
}

function readSchedule(
  schedule: Fields,
  rotations: ReadonlyMap<string, GoAlertRotation>,
  shared: readonly Fields[],
  people: People,
  context: Context,
): Draft {
  const { report, nowMs } = context;
  const zone = readZone(schedule.text('timeZone') ?? 'UTC', schedule.at('timeZone'));
  const id = schedule.text('id');
  const tracks = schedule
    .objects('targets')
    .flatMap((target): Track[] => readTarget(target, zone, rotations, people, context));
  const overrides = [...nodes(schedule, 'userOverrides'), ...shared].filter((override) => {
    const owner = override.objectIfAny('target')?.text('id');
    return owner === undefined || id === undefined || owner === id;
  });
  const singles = [
    ...overrides.flatMap((override): Single[] => readOverride(override, tracks, people, report, nowMs)),
    ...schedule.objects('temporarySchedules').flatMap((temporary) => readTemporary(temporary, people, report)),
  ];
  const name = schedule.text('name') ?? '';
  schedule.skip(...SKIPPED);
  schedule.reportRest();
  return { name, zone, place: schedule.path, tracks, singles };
}
