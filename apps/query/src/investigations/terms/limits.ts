import type { Budget } from '@svc/investigations';

/** The limits of one round of an investigation. */
export const BUDGET: Budget = {
  queries: 25,
  bytesPerQuery: 200_000_000,
  queryMs: 10_000,
  totalMs: 120_000,
};

/** Tokens that a model may use for one round: those of one prompt and one answer are far below. */
export const MAX_TOKENS = 200_000;

/** Time until a round that has used its time is aborted, in which the engine can conclude by itself. */
const GRACE_MS = 5_000;

/** A round has used its time, and the engine has not concluded. */
export class TimeLimitReached extends Error {
  override readonly name = 'TimeLimitReached';
}

/** @returns the limit that a round has exceeded. @param elapsedMs since its beginning in this process. */
export function reachedTimeLimit(elapsedMs: number): TimeLimitReached | undefined {
  return elapsedMs > BUDGET.totalMs + GRACE_MS ? new TimeLimitReached('the round has used its time') : undefined;
}
