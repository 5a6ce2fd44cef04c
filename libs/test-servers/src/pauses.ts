import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for an event that must not happen. Use it only where the component cannot report that it is idle and nothing
 * can be sent that arrives later: a slow machine can make such a test pass by mistake, never fail by mistake.
 */
export async function settle(_mustNot: string, ms = 300): Promise<void> {
  await pause(ms);
}

/**
 * Slows down an actor of a test, such as a sender between two requests or the one who kills a process at a random moment. Nothing
 * may depend on how long it takes: wait for a condition with `eventually`.
 */
export async function pace(ms: number): Promise<void> {
  await pause(ms);
}
