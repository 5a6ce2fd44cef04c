import type { AlertState } from '../lifecycle/lifecycle.js';
import { after, notAfter, tickFrom, type GroupTimes } from './group-times.js';

/** The part of an alert that decides whether a notification is sent for its group. */
export interface Member {
  readonly id: string;
  readonly state: AlertState;
  readonly isDue: boolean;
  readonly isNotified: boolean;
  /** A critical alert about the same thing is active. */
  readonly isInhibited: boolean;
}

export interface FlushPlan<Of extends Member> {
  /** Kind of notification: alerts that fire, a repetition after `repeat_interval`, or the end of all alerts. */
  readonly notification: 'firing' | 'repeat' | 'resolved' | undefined;
  /** Alerts that fire and are not inhibited. */
  readonly firing: readonly Of[];
  /** Firing alerts that receivers have not been notified about. */
  readonly fresh: readonly Of[];
  /** Resolved alerts that receivers were notified about while they fired. */
  readonly resolved: readonly Of[];
  /** Alerts whose first notification a silence suppresses. */
  readonly suppressed: readonly Of[];
  /** Resolved alerts that the group has dealt with. */
  readonly released: readonly Of[];
  /** Time of the last notification about firing alerts; null after the notification that all are resolved. */
  readonly lastNotifiedAt: Date | null;
  /** Null if nothing has to be done until an alert changes. */
  readonly nextFlushAt: Date | null;
  /** No alert is left. */
  readonly isOver: boolean;
}

/** Decides what a group that is due does, as Alertmanager does: deduplication, repetition, inhibition and silences. */
export function planFlush<Of extends Member>(stored: GroupTimes, members: readonly Of[], now: Date): FlushPlan<Of> {
  const times = { ...stored, lastNotifiedAt: stored.lastNotifiedAt && notAfter(now, stored.lastNotifiedAt) };
  const active = members.filter(({ state }) => state !== 'resolved');
  const firing = active.filter(({ state, isInhibited }) => state === 'firing' && !isInhibited);
  const fresh = firing.filter(({ isDue }) => isDue);
  const released = members.filter(({ state }) => state === 'resolved');
  const resolved = released.filter(({ isDue }) => isDue);
  const notification = decide(times, { active, firing, fresh, resolved }, now);
  const lastNotifiedAt = notification === undefined ? times.lastNotifiedAt : notification === 'resolved' ? null : now;
  return {
    notification,
    firing,
    fresh,
    resolved,
    released,
    lastNotifiedAt,
    suppressed: active.filter(({ state, isDue }) => state === 'silenced' && isDue),
    nextFlushAt: nextFlush({ ...times, lastNotifiedAt }, active, firing, now),
    isOver: active.length === 0,
  };
}

interface Parts {
  readonly active: readonly Member[];
  readonly firing: readonly Member[];
  readonly fresh: readonly Member[];
  readonly resolved: readonly Member[];
}

function decide(
  { notify, lastNotifiedAt }: GroupTimes,
  { active, firing, fresh, resolved }: Parts,
  now: Date,
): FlushPlan<Member>['notification'] {
  if (firing.length === 0) {
    // A responder works on the acknowledged alerts and sees that others are resolved; the group has not ended for
    // receivers.
    if (active.some(({ state }) => state === 'acknowledged')) return undefined;
    // The alerts of a group are in another one when the rule notifies differently; for the former receivers they have ended.
    const hasMoved = active.length === 0 && lastNotifiedAt !== null;
    return resolved.length > 0 || hasMoved ? 'resolved' : undefined;
  }
  if (fresh.length > 0 || resolved.length > 0) return 'firing';
  return lastNotifiedAt && after(lastNotifiedAt, notify.repeatIntervalMs) <= now ? 'repeat' : undefined;
}

function nextFlush(
  { notify, lastNotifiedAt }: GroupTimes,
  active: readonly Member[],
  firing: readonly Member[],
  now: Date,
): Date | null {
  // The inhibiting alert is in another group, and its end does not wake this one.
  const waits = active.some(({ state, isDue, isInhibited }) => state === 'firing' && isDue && isInhibited);
  if (waits) return after(now, notify.groupIntervalMs);
  if (firing.length === 0) return null;
  const repeatAt = after(lastNotifiedAt ?? now, notify.repeatIntervalMs);
  return tickFrom(now, notify.groupIntervalMs, repeatAt);
}
