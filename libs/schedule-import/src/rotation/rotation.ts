import { addMonths, DAY_MINUTES, MINUTE_MS, momentAt, wallAt, type WallTime } from '../model/zone.js';
import type { Window } from './windows.js';

/** Length of a turn, as in the API. */
export interface TurnLength {
  readonly unit: 'minutes' | 'months';
  readonly count: number;
}

/** People who take turns in a span of time, in the windows of each week. */
export interface Rotation {
  readonly zone: string;
  readonly users: readonly string[];
  readonly length: TurnLength;
  /** A local time at which the turn of the first user begins; turns before it are counted backwards. */
  readonly origin: WallTime;
  /** Inclusive start, in milliseconds since 1970, in the middle of a turn or not. */
  readonly from: number;
  /** Exclusive end. */
  readonly until?: number | undefined;
  /** None: the whole week. */
  readonly windows: readonly Window[];
}

/** Turns shorter than a day last exactly that long; all others change at the same local time. */
export function isElapsed({ length: { unit, count } }: Rotation): boolean {
  return unit === 'minutes' && count < DAY_MINUTES;
}

/** Start of a turn, in milliseconds since 1970. */
export function turnStart(rotation: Rotation, turn: number): number {
  const { zone, origin, length } = rotation;
  if (length.unit === 'months') return momentAt(addMonths(origin, turn * length.count), zone);
  const away = turn * length.count * MINUTE_MS;
  return isElapsed(rotation) ? momentAt(origin, zone) + away : momentAt(origin + away, zone);
}

/** Number of the turn at a time; turn 0 begins at the origin. */
export function turnAt(rotation: Rotation, ms: number): number {
  let turn = estimate(rotation, ms);
  while (turnStart(rotation, turn + 1) <= ms) turn++;
  while (turnStart(rotation, turn) > ms) turn--;
  return turn;
}

/** The users in the order of their turns, from a turn on. */
export function usersFrom({ users }: Rotation, turn: number): string[] {
  const first = ((turn % users.length) + users.length) % users.length;
  return [...users.slice(first), ...users.slice(0, first)];
}

/** The length as the API takes it; undefined for one that it does not take. */
export function lengthText({ unit, count }: TurnLength): string | undefined {
  if (!Number.isSafeInteger(count) || count <= 0) return undefined;
  if (unit === 'months') return count <= 12 ? `${count}mo` : undefined;
  if (count > 366 * DAY_MINUTES) return undefined;
  if (count % (7 * DAY_MINUTES) === 0) return `${count / (7 * DAY_MINUTES)}w`;
  if (count % DAY_MINUTES === 0) return `${count / DAY_MINUTES}d`;
  return count % 60 === 0 ? `${count / 60}h` : undefined;
}

function estimate(rotation: Rotation, ms: number): number {
  const { zone, origin, length } = rotation;
  const into = wallAt(ms, zone) - origin;
  const minutes = length.unit === 'months' ? length.count * 30.4 * DAY_MINUTES : length.count;
  return Math.floor(into / (minutes * MINUTE_MS));
}
