import { invalidField } from '@svc/service-error';
import type { Fields } from '../model/fields.js';
import type { People } from '../model/people.js';
import { DAY_MINUTES, modulo, readZone, wallAt, WEEK_MINUTES } from '../model/zone.js';
import type { Context } from '../rotation/context.js';
import { turnAt, type Rotation, type TurnLength } from '../rotation/rotation.js';

/** A rotation as it is now, without the windows of the rules that refer to it. */
export interface GoAlertRotation extends Rotation {
  readonly name: string;
}

const SKIPPED = ['id', 'isFavorite', 'nextHandoffTimes', 'userIDs', 'users', '__typename'];

/** Rotations by their IDs. */
export function readRotations(
  all: readonly Fields[],
  people: People,
  context: Context,
): ReadonlyMap<string, GoAlertRotation> {
  return new Map(all.map((rotation) => [rotation.text('id') ?? '', readRotation(rotation, people, context)]));
}

function readRotation(rotation: Fields, people: People, { report, nowMs }: Context): GoAlertRotation {
  const zone = readZone(rotation.text('timeZone') ?? 'UTC', rotation.at('timeZone'));
  people.learn(rotation.objects('users'));
  const listed = rotation.texts('userIDs').map((id) => people.find(id));
  const users = listed.length > 0 ? listed : rotation.objects('users').flatMap((user) => people.of(user) ?? []);
  const from = rotation.instant('start');
  const length = lengthOf(rotation);
  const origin = wallAt(from, zone);
  const name = rotation.text('name') ?? '';
  const active = rotation.has('activeUserIndex') ? rotation.number('activeUserIndex') : undefined;
  rotation.skip(...SKIPPED);
  rotation.reportRest();
  const read = { name, zone, users, length, origin, from, windows: [] };
  if (users.length === 0) return read;
  if (active === undefined)
    report.add(
      rotation.path,
      'changed',
      name,
      'Without activeUserIndex it is not known whose turn it is: turns are counted from its start.',
    );
  const turn = from <= nowMs ? turnAt(read, nowMs) : 0;
  const shift = active === undefined || !Number.isInteger(active) ? 0 : active - turn;
  return { ...read, users: users.map((user, place) => users[modulo(place + shift, users.length)] ?? user) };
}

function lengthOf(rotation: Fields): TurnLength {
  const count = rotation.whole('shiftLength', 1, 10_000, 1);
  const type = rotation.text('type');
  if (type === 'monthly') return { unit: 'months', count };
  const unit = new Map([
    ['hourly', 60],
    ['daily', DAY_MINUTES],
    ['weekly', WEEK_MINUTES],
  ]).get(type ?? '');
  if (unit === undefined) throw invalidField(rotation.at('type'), 'must be hourly, daily, weekly or monthly');
  return { unit: 'minutes', count: unit * count };
}
