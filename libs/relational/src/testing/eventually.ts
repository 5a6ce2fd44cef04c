import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the probe answers true, and answers how long that took; throws after the limit. */
export async function eventually(probe: () => boolean | Promise<boolean>, limitMs = 10_000): Promise<number> {
  const start = performance.now();
  while (!(await probe())) {
    if (performance.now() - start > limitMs) throw new Error(`Not within ${limitMs} ms`);
    await delay(10);
  }
  return performance.now() - start;
}
