import { getRetentionDays, type Signal } from '@svc/directory';
import type { Evidence } from '@svc/investigations';
import type { Call } from '@svc/rpc';

/** The retention of the data of a project. */
export type Retention = Pick<Call['project'], 'retentionDays' | 'signalRetentionDays'>;

const DAY_MS = 86_400_000;

/**
 * Whether the data behind evidence are no longer retained: those of the signal with the shortest retention of all that its scopes read.
 *
 * @param nowMs epoch milliseconds.
 */
export function isPastRetention(
  { window, scopes }: Pick<Evidence, 'window' | 'scopes'>,
  { retentionDays, signalRetentionDays }: Retention,
  nowMs: number,
): boolean {
  const daysOf = (signal: Signal): number => signalRetentionDays[signal] ?? retentionDays;
  const bySignal = {
    traces: daysOf('traces'),
    logs: daysOf('logs'),
    metrics: daysOf('metrics'),
    events: daysOf('events'),
  };
  const days = scopes.map((scope) => getRetentionDays(bySignal, scope.split(':')[0]));
  return window.end + Math.min(...days) * DAY_MS <= nowMs;
}
