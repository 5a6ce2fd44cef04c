import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the condition holds. @throws Error after the bound. */
export async function eventually(condition: () => boolean | Promise<boolean>, withinMs = 5_000): Promise<number> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > withinMs) throw new Error(`The condition did not hold within ${withinMs} ms`);
    await sleep(5);
  }
  return performance.now() - start;
}
