import type { NotifySettings } from '../lifecycle/alert-change.js';

/** Times of the last and the next flush of a group. */
export interface GroupTimes {
  readonly notify: Pick<NotifySettings, 'groupWaitMs' | 'groupIntervalMs' | 'repeatIntervalMs'>;
  /** Null before the first time. */
  readonly lastFlushAt: Date | null;
  readonly lastNotifiedAt: Date | null;
  readonly nextFlushAt: Date | null;
}

/**
 * Time of the next flush after an alert of the group changed: after `group_wait` for the first flush, otherwise at the
 * next multiple of `group_interval` since the last one. Never later than it would have been without the change.
 */
export function flushAfterChange({ notify, lastFlushAt, nextFlushAt }: GroupTimes, now: Date): Date {
  const last = lastFlushAt && notAfter(now, lastFlushAt);
  const due = last ? tickFrom(last, notify.groupIntervalMs, now) : after(now, notify.groupWaitMs);
  return nextFlushAt && nextFlushAt < due ? nextFlushAt : due;
}

/** The first multiple of the interval since `start` that is neither `start` nor before `time`. */
export function tickFrom(start: Date, intervalMs: number, time: Date): Date {
  const ticks = Math.ceil((time.getTime() - start.getTime()) / intervalMs);
  return after(start, Math.max(1, ticks) * intervalMs);
}

/** A time that has passed; now for one to come, which is of a clock that was set back since. */
export function notAfter(now: Date, time: Date): Date {
  return time < now ? time : now;
}

export function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
