/** Failed attempts in a row after which a channel is closed: one attempt a minute finds out when it works again. */
export const CLOSING_FAILURES = 5;
/** Attempts that decide whether a channel that sometimes works is unhealthy: it is when more than half of them failed. */
const RECENT = 20;
/** Successes in a row after which it is healthy again. */
const RECOVERY = '+++++';

/** Result of an attempt to send through a channel. */
export interface ChannelOutcome {
  readonly channelId: string;
  readonly isSuccess: boolean;
  /** Class of the error; '' for a success. */
  readonly reason: string;
}

export interface HealthRecord {
  /** The last attempts, oldest first: + for a success, - for a failure. */
  readonly outcomes: string;
  readonly consecutiveFailures: number;
  readonly unhealthySince: Date | null;
}

/** Whether an episode of ill health begins or ends with what was recorded; undefined if neither does. */
export function episodeChange({
  outcomes,
  consecutiveFailures,
  unhealthySince,
}: HealthRecord): 'begins' | 'ends' | undefined {
  if (unhealthySince) return outcomes.endsWith(RECOVERY) ? 'ends' : undefined;
  const sinceRecovery = outcomes.split(RECOVERY).at(-1) ?? '';
  const failures = sinceRecovery.slice(-RECENT).replaceAll('+', '').length;
  return consecutiveFailures >= CLOSING_FAILURES || failures > RECENT / 2 ? 'begins' : undefined;
}
