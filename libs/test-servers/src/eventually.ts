import { setTimeout as pause } from 'node:timers/promises';

export interface Polling {
  /** The first delay. Each delay is a quarter longer than the previous one, because polling has a cost too. */
  readonly everyMs?: number;
  /** The maximum delay, unless the first one is longer: a small one for conditions that hold only for a moment. */
  readonly maxMs?: number;
}

/**
 * The time for which every test waits for a condition. A long time costs nothing when the condition is met, and a
 * machine with other work may be slow; budget specs judge speed.
 */
export const PATIENCE_MS = 240_000;

/**
 * Polls until the probe returns something other than undefined or false and returns that; fails with the name of the condition, and with
 * the last exception of the probe as cause. Tests wait for conditions with it, never for a fixed time.
 */
export function eventually<T>(
  what: string,
  probe: () => Promise<T> | T,
  polling: Polling = {},
): Promise<Exclude<T, undefined | false>> {
  return waitAtMost(PATIENCE_MS, what, probe, polling);
}

/** Waits for a condition up to a limit, for programs that continue without it and for benchmarks that run for hours. */
export async function waitAtMost<T>(
  limitMs: number,
  what: string,
  probe: () => Promise<T> | T,
  { everyMs = 10, maxMs = 150 }: Polling = {},
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + limitMs;
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
    pauseMs = Math.max(everyMs, Math.min(pauseMs * 1.25, maxMs));
  } while (Date.now() < deadline);
  throw new Error(`not within ${limitMs} ms: ${what}`, { cause: reason });
}
