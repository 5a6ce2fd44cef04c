import type { DeviceAuthorization } from '@svc/relational';

/** Outcome of a poll (RFC 8628, 3.5). */
export type PollOutcome = 'approved' | 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token';

export type PolledDevice = Pick<
  DeviceAuthorization,
  'interval' | 'polledAt' | 'expiresAt' | 'deniedAt' | 'membershipId'
>;

/** Seconds a client that is too fast has to wait longer from then on. */
export const SLOW_DOWN_SECONDS = 5;
/** A poll that is sent in time may still arrive a little early. */
const TOLERANCE_MS = 500;

/** A decision takes effect immediately; the pace matters only while the user has not decided. */
export function judgePoll(device: PolledDevice, nowMs: number): PollOutcome {
  if (device.expiresAt.getTime() <= nowMs) return 'expired_token';
  if (device.deniedAt) return 'access_denied';
  if (device.membershipId !== null) return 'approved';
  const elapsedMs = device.polledAt ? nowMs - device.polledAt.getTime() : Infinity;
  return elapsedMs + TOLERANCE_MS < device.interval * 1000 ? 'slow_down' : 'authorization_pending';
}
