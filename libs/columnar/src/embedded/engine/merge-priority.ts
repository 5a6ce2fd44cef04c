import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

const THREADS = 'MergeMutate';
/** Gives merges a third of the weight of other threads; with less, parts would accumulate under sustained load. */
const NICER_BY = 5;
const LEAST_PRIORITY = 19;

/**
 * Gives inserts, reads and deletes precedence over merges, for which no caller waits. The engine has a setting for this, which has no
 * effect in the embedded engine; on Linux each thread has its own priority.
 */
export function lowerPriorityOfMerges(): void {
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === THREADS)
        setPriority(Number(thread), Math.min(getPriority() + NICER_BY, LEAST_PRIORITY));
    } catch {
      // The thread has ended in the meantime.
    }
  }
}
