import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition holds; fails after `withinMs` with what was waited for. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await delay(10);
  }
}
