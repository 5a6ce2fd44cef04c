import type { AlertEvent } from './alert-event.js';

/** Alerts that come this long after the last one of an incident belong to another disruption. */
export const ATTACH_MS = 30 * 60_000;
/** An incident that was resolved this long ago is over. */
export const REOPEN_MS = 15 * 60_000;

/** An incident that has the keys of an alert. */
export interface Candidate {
  readonly id: string;
  readonly state: string;
  readonly lastAlertAt: Date | null;
  readonly resolvedAt: Date | null;
}

export interface Correlation<Found extends Candidate> {
  readonly kind: 'attach' | 'reopen' | 'create';
  /** Undefined where an incident is to be created. */
  readonly incident?: Found;
  /** Why, in words for responders. */
  readonly reason: string;
}

/** Key by which incidents are found: alerts with the same key belong together. */
export const correlationKey = ({ keys }: Pick<AlertEvent, 'keys'>): string => JSON.stringify(keys);

/**
 * Which incident an alert belongs to. One that is worked on comes before one that was resolved, and of several the one with the latest
 * alert.
 */
export function correlate<Found extends Candidate>(
  alert: Pick<AlertEvent, 'keys' | 'at'>,
  candidates: readonly Found[],
): Correlation<Found> {
  const latest = candidates.toSorted((a, b) => (b.lastAlertAt?.getTime() ?? 0) - (a.lastAlertAt?.getTime() ?? 0));
  const same = `same ${alert.keys.map(([name, value]) => `${name} ${value}`).join(' and ')}`;
  const active = latest.find(
    ({ state, lastAlertAt }) => state !== 'resolved' && isWithin(lastAlertAt, alert.at, ATTACH_MS),
  );
  if (active)
    return {
      kind: 'attach',
      incident: active,
      reason: `${same}; ${since(active.lastAlertAt, alert.at)} after the last alert`,
    };
  const over = latest.find(
    ({ state, resolvedAt }) => state === 'resolved' && isWithin(resolvedAt, alert.at, REOPEN_MS),
  );
  if (over)
    return {
      kind: 'reopen',
      incident: over,
      reason: `${same}; ${since(over.resolvedAt, alert.at)} after the resolution`,
    };
  return { kind: 'create', reason: `no incident with the ${same} and an alert of the last 30 minutes` };
}

/** Clocks of several machines may disagree, so a time after the alert is within too. */
const isWithin = (time: Date | null, at: Date, ms: number): boolean =>
  time !== null && at.getTime() - time.getTime() < ms;

function since(time: Date | null, at: Date): string {
  const minutes = Math.floor(Math.max(0, at.getTime() - (time ?? at).getTime()) / 60_000);
  return minutes === 0 ? 'less than a minute' : `${minutes} minute${minutes === 1 ? '' : 's'}`;
}
