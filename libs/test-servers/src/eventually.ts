import { setTimeout as pause } from 'node:timers/promises';

export interface Patience {
  readonly timeoutMs?: number;
  /** The first delay. Each delay is a quarter longer than the previous one, because polling has a cost too. */
  readonly everyMs?: number;
}

/** The maximum delay, unless the first one is longer. */
const MAX_PAUSE_MS = 150;

/** A long default timeout, which costs nothing when the condition is met, because a machine with other tests may be slow. */
export const PATIENCE_MS = 180_000;

/**
 * Polls until the probe returns something other than undefined or false and returns that; fails with the name of the condition, and with
 * the last exception of the probe as cause. Tests wait for conditions with it, never for a fixed time.
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T> | T,
  { timeoutMs = PATIENCE_MS, everyMs = 10 }: Patience = {},
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + timeoutMs;
  let reason: unknown;
  let pauseMs = everyMs;
  do {
    try {
      const found = await probe();
      if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>;
      reason = undefined;
    } catch (error) {
      reason = error;
    }
    await pause(pauseMs);
    pauseMs = Math.max(everyMs, Math.min(pauseMs * 1.25, MAX_PAUSE_MS));
  } while (Date.now() < deadline);
  throw new Error(`not within ${timeoutMs} ms: ${what}`, { cause: reason });
}
