import type { ReplayAnswer } from './chunk-claims.js';
import type { OpenRecording } from './recorded-sessions.js';

/** A session ends this long after its first chunk, and this long after the person was active last, in milliseconds. */
const MAX_SESSION_MS = 24 * 3_600_000;
export const MAX_IDLE_MS = 30 * 60_000;

export function whyClosed({ key, startedAtMs }: OpenRecording, nowMs: number): ReplayAnswer['closed'] | undefined {
  if (key === undefined) return 'deleted';
  return nowMs - startedAtMs > MAX_SESSION_MS ? 'ended' : undefined;
}

/**
 * When a chunk was made by the clock of the service. It can have waited for a network for hours, in which the person went on. A clock that
 * is wrong makes it neither later than its receipt nor earlier than what is known of the session.
 */
export function whenMade(
  sentAtMs: number | undefined,
  clockShiftMs: number | undefined,
  { activeAtMs = 0, receivedAtMs }: { readonly activeAtMs: number | undefined; readonly receivedAtMs: number },
): number {
  if (sentAtMs === undefined || clockShiftMs === undefined) return receivedAtMs;
  return Math.min(Math.max(sentAtMs + clockShiftMs, activeAtMs), receivedAtMs);
}

export function toClosed(closed: NonNullable<ReplayAnswer['closed']>): ReplayAnswer {
  return { accepted: 0, masked: {}, need_snapshot: false, closed };
}
