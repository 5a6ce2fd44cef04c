import { setTimeout as delay } from 'node:timers/promises';
import { isStopped, processTree, signal } from './process-tree.js';
import { startResumeGuard } from './resume-guard.js';

/**
 * Milliseconds within which every thread must have stopped; a thread that waits for the disk stops when its request is
 * served.
 */
const STOP_MS = 3_000;
/** The service continues this many milliseconds after the time that the work is given, whatever has happened to this process. */
const RESERVE_MS = 1_000;

/**
 * Runs the work while no process of a service runs: the files on disk then equal the state after a crash of all
 * processes, in all stores at the same moment.
 *
 * @param work receives the time in milliseconds (of `performance.now()`) at which it must have ended.
 * @returns its result, and the milliseconds for which the service was paused.
 * @throws Error if the service cannot be stopped or the work takes longer; the service then continues as if nothing had
 * happened.
 */
export async function whilePaused<Result>(
  service: number,
  longestMs: number,
  work: (deadline: number) => Result,
): Promise<{ readonly result: Result; readonly pausedMs: number }> {
  const guard = await startResumeGuard(service, longestMs + RESERVE_MS);
  const started = performance.now();
  try {
    await stopAll(service, started + STOP_MS);
    const result = work(started + longestMs);
    const pausedMs = Math.round(performance.now() - started);
    if (pausedMs > longestMs) throw new Error(tooLong(longestMs));
    return { result, pausedMs };
  } finally {
    await guard.resume();
  }
}

export function tooLong(longestMs: number): string {
  return `The service would stand still for more than ${longestMs / 1_000} seconds. Allow more with --longest-pause, or stop it for the backup.`;
}

/**
 * Stops all processes, including any that are started meanwhile. A parent is stopped before its children, so that it
 * does not replace them.
 */
async function stopAll(service: number, deadline: number): Promise<void> {
  const stopped = new Set<number>();
  for (;;) {
    const tree = processTree(service);
    const others = tree.filter((pid) => !stopped.has(pid));
    for (const pid of others) {
      signal(pid, 'SIGSTOP');
      stopped.add(pid);
    }
    if (others.length === 0 && tree.every(isStopped)) return;
    if (performance.now() > deadline)
      throw new Error(
        'The processes of the service cannot be stopped. In a container, the service must not be process 1.',
      );
    await delay(1);
  }
}
