import { Rotation } from './rotation.js';
import type { Anchor, Layer, Schedule } from './schedule.js';
import { findZone } from './zone.js';

/**
 * Lets a change of a layer's users begin with its next hand-off: those on duty when the list changes stay until then, if they are still
 * members. Layers are the same if they have the same name. A layer whose turns changed and whose users did not starts again.
 */
export function keepOnDuty(
  before: Schedule,
  after: Schedule,
  atMs: number,
  isMember: (userId: string) => boolean,
): Schedule {
  const layers = after.layers.map((layer): Layer => {
    const old = before.layers.find(({ name }) => name === layer.name);
    if (!old) return layer;
    const anchor = findAnchor(old, before.timeZone, layer, after.timeZone, atMs, isMember);
    return anchor ? { ...layer, anchor } : layer;
  });
  return { ...after, layers };
}

function findAnchor(
  old: Layer,
  oldZone: string,
  layer: Layer,
  zone: string,
  atMs: number,
  isMember: (userId: string) => boolean,
): Anchor | undefined {
  if (!hasStarted(old, atMs) || !hasStarted(layer, atMs)) return undefined;
  const isSameList = sameList(old.users, layer.users) && old.concurrency === layer.concurrency;
  if (isSameList) return oldZone === zone && hasSameTurns(old, layer) ? old.anchor : undefined;
  const rotation = new Rotation(old, findZone(oldZone));
  const turn = rotation.turnAt(atMs);
  const held = rotation.users(turn).filter(isMember);
  const changed = new Rotation(layer, findZone(zone));
  const next = findNext(old, turn, held[0], layer.users);
  if (held.length > 0) return { turn: changed.turnAt(atMs), held, next };
  // The next user takes over at once.
  return { turn: changed.turnAt(atMs), held: changed.window(next), next: (next + 1) % layer.users.length };
}

/** The position after the user on duty or, if that user was removed, of the first who would have followed and is still there. */
function findNext(old: Layer, turn: number, onDuty: string | undefined, users: readonly string[]): number {
  const { anchor } = old;
  const following = anchor ? anchor.next + turn - anchor.turn : turn + 1;
  const order = old.users.map((_, nth) => old.users[modulo(following + nth, old.users.length)] ?? '');
  const own = onDuty === undefined ? -1 : users.indexOf(onDuty);
  if (own >= 0) return (own + 1) % users.length;
  return Math.max(0, users.indexOf(order.find((user) => users.includes(user)) ?? ''));
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

function hasStarted({ startMs, endMs = Infinity }: Layer, atMs: number): boolean {
  return startMs <= atMs && atMs < endMs;
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function hasSameTurns(a: Layer, b: Layer): boolean {
  return (
    a.startMs === b.startMs &&
    a.handoffMinute === b.handoffMinute &&
    a.length.unit === b.length.unit &&
    a.length.count === b.length.count
  );
}
