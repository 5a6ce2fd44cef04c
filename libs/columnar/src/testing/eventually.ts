import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition holds; rejects after `timeoutMs`. */
export async function eventually(
  what: string,
  condition: () => Promise<boolean> | boolean,
  timeoutMs = 15_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`);
    await delay(20);
  }
}
