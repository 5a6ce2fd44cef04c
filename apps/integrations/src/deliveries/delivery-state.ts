/** The states of a delivery. Sent and suppressed are final; failed and dlq until the delivery is redriven. */
export type DeliveryStatus = 'pending' | 'sending' | 'sent' | 'failed' | 'retrying' | 'suppressed' | 'dlq';

/** Result of an attempt. */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'permanent'; readonly error: string }
  | { readonly kind: 'transient'; readonly error: string; readonly retryAfterMs?: number };

/** Attempts are made for this time, whatever their number; then the delivery is in the dead-letter queue. */
export const MAX_AGE_MS = 24 * 3600_000;
const BASE_MS = 5_000;
const MAX_PAUSE_MS = 15 * 60_000;
/** A receiver cannot ask for a longer pause. */
const MAX_RETRY_AFTER_MS = 3600_000;

export interface Settled {
  readonly status: 'sent' | 'failed' | 'retrying' | 'dlq';
  readonly reason: string;
  readonly nextAttemptMs: number | undefined;
}

/**
 * Decides the next state of a delivery after an attempt.
 *
 * @param attempts including this one, since the delivery was created or redriven.
 * @param startedMs when it was created or redriven.
 * @param random from 0 to 1: the pause is a random part of the backoff (full jitter), so that receivers are not hit in
 * waves.
 */
export function settle(
  outcome: Outcome,
  attempts: number,
  startedMs: number,
  nowMs: number,
  random: number = Math.random(),
): Settled {
  if (outcome.kind === 'sent') return { status: 'sent', reason: '', nextAttemptMs: undefined };
  const { error: reason } = outcome;
  if (outcome.kind === 'permanent') return { status: 'failed', reason, nextAttemptMs: undefined };
  const backoff = Math.min(BASE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS);
  const asked = Math.min(outcome.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  const nextAttemptMs = nowMs + Math.max(asked, Math.ceil(backoff * random));
  const isOver = nextAttemptMs - startedMs > MAX_AGE_MS;
  return isOver ? { status: 'dlq', reason, nextAttemptMs: undefined } : { status: 'retrying', reason, nextAttemptMs };
}

/** Whether a delivery can be redriven. */
export const isRedrivable = (status: string): boolean => status === 'failed' || status === 'dlq';
