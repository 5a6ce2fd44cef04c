import { setTimeout as pause } from 'node:timers/promises';

export interface Patience {
  readonly timeoutMs?: number;
  /** The first pause. Each is a quarter longer than the one before: what has taken long may take longer, and asking costs too. */
  readonly everyMs?: number;
}

/** No pause is longer, unless the first one is. */
const MAX_PAUSE_MS = 150;

/** Long: nobody waits for it where the thing happens, and a machine that is busy with other tests takes its time. */
const PATIENCE_MS = 60_000;

/**
 * Polls until the probe answers something other than undefined or false and returns that; fails with what was waited for, and with the
 * probe's last exception as cause. Tests wait for conditions with it, never for time to pass.
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
