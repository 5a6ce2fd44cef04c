import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

const THREADS = 'MergeMutate';
/** Gives merges a third of the weight of other threads; with less, parts would accumulate under sustained load. */
const NICER_BY = 5;
const LEAST_PRIORITY = 19;

/** Checks the names of the same threads again after this many calls, because a thread can take on other work. */
const CALLS_UNTIL_ALL = 12;

/**
 * Gives inserts, reads and deletes precedence over merges, for which no caller waits. The engine has a setting for
 * this, which has no effect in the embedded engine; on Linux each thread has its own priority.
 *
 * @returns a function that sets the priority, to be called regularly: the engine creates the threads of merges on first
 * use.
 */
export function mergePriority(): () => void {
  let before = '';
  let calls = 0;
  return () => {
    if (process.platform !== 'linux') return;
    const threads = readdirSync('/proc/self/task');
    const isSame = threads.join() === before;
    before = threads.join();
    calls = isSame ? calls + 1 : 0;
    if (calls % CALLS_UNTIL_ALL === 0) threads.forEach(lowerIfItMerges);
  };
}

function lowerIfItMerges(thread: string): void {
  try {
    if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === THREADS)
      setPriority(Number(thread), Math.min(getPriority() + NICER_BY, LEAST_PRIORITY));
  } catch {
    // The thread has ended in the meantime.
  }
}
