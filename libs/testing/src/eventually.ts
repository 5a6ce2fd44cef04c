import { setTimeout as pause } from 'node:timers/promises';

/**
 * Polls until the probe answers something other than undefined or false and returns that; throws the last reason after the limit.
 * Tests wait for conditions with it, never for time to pass.
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T>,
  { timeoutMs = 10_000, everyMs = 50 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + timeoutMs;
  let reason: unknown;
  do {
    try {
      const found = await probe();
      if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>;
      reason = undefined;
    } catch (error) {
      reason = error;
    }
    await pause(everyMs);
  } while (Date.now() < deadline);
  throw new Error(`not within ${timeoutMs} ms: ${what}`, { cause: reason });
}
