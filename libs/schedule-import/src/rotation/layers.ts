import type { LayerBody } from '../model/schedule.js';
import { lengthText, turnAt, turnStart, usersFrom, type Rotation } from './rotation.js';
import { toRestrictions } from './windows.js';

/** The first time that schedules can have. */
const FIRST_MS = Date.UTC(2000, 0, 1);
/** Restrictions that a layer can have. */
const MAX_RESTRICTIONS = 10;

/**
 * The layers of a rotation. A layer starts with a turn, so one that starts within a turn has a layer for the rest of that turn before it,
 * unless the turn is over: the layer then starts with the turn of the present.
 *
 * @param name names the layers; those after the first have a number.
 */
export function toLayers(rotation: Rotation, name: (nth: number) => string, nowMs: number): LayerBody[] {
  const parts = startingWithTurns({ ...rotation, from: Math.max(rotation.from, FIRST_MS) }, nowMs);
  let nth = 0;
  return parts.flatMap(({ users, from, until, windows, length }) => {
    const restrictions = toRestrictions(windows);
    const groups = Array.from({ length: Math.max(1, Math.ceil(restrictions.length / MAX_RESTRICTIONS)) }, (_, group) =>
      restrictions.slice(group * MAX_RESTRICTIONS, (group + 1) * MAX_RESTRICTIONS),
    );
    return groups.map((group) => ({
      name: name(nth++),
      users: [...users],
      rotation_length: lengthText(length) ?? '1w',
      start_at: rfc3339(from),
      ...(until !== undefined && { end_at: rfc3339(until) }),
      ...(group.length > 0 && { restrictions: group }),
    }));
  });
}

export function rfc3339(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

function startingWithTurns(rotation: Rotation, nowMs: number): Rotation[] {
  const { from, until = Infinity, users } = rotation;
  if (new Set(users).size === 1) return [{ ...rotation, users: users.slice(0, 1) }];
  const turn = turnAt(rotation, from);
  const aligned = (nth: number): Rotation => ({
    ...rotation,
    users: usersFrom(rotation, nth),
    from: turnStart(rotation, nth),
  });
  if (turnStart(rotation, turn) === from) return [aligned(turn)];
  const current = from <= nowMs ? turnAt(rotation, nowMs) : turn;
  if (current > turn && turnStart(rotation, current) < until) return [aligned(current)];
  const next = turnStart(rotation, turn + 1);
  const rest = { ...rotation, users: usersFrom(rotation, turn).slice(0, 1), until: Math.min(next, until) };
  return next < until ? [rest, aligned(turn + 1)] : [rest];
}
