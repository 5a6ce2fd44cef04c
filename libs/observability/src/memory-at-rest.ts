import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const INTERVAL_MS = 10_000;
/** Share of an interval below which the event loop counts as at rest. */
const REST = 0.1;
/** The space for young objects is left alone up to this size. */
const SMALL_BYTES = 4 * 1024 * 1024;
/** The growth of a thread since its last full collection that justifies another one. */
const GROWN_BYTES = 32 * 1024 * 1024;
/** Time between two collections of everything: a thread with little to do counts as at rest, and the last step may hold up a request. */
const EVERYTHING_MS = 60_000;
/**
 * Attempts at a full collection after growth. An incremental collection may not have ended by the next check if nothing
 * is allocated; pressure then moves it on.
 */
const MAX_TRIES = 2;
/** Twice the growth of memory outside of the heap at which V8 begins to collect it. */
const PRESSURE_BYTES = 128 * 1024 * 1024;

/**
 * Returns memory of this thread to the system once its event loop has been at rest for ten seconds. Without work that makes it collect, V8
 * keeps garbage and the empty pages of its heap for minutes. Young objects are collected in a few milliseconds. After growth, and at most
 * once a minute, everything is collected in steps of a few milliseconds; the last one, which compacts the heap, takes 60 for a heap of 60
 * MB.
 *
 * @returns a function that ends it.
 */
export function giveMemoryBackAtRest(intervalMs = INTERVAL_MS): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;
  let collectedBytes = 0;
  let collectedAt = -Infinity;
  let tries = 0;
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization >= REST) return;
    const bytes = heapBytes();
    collectedBytes = Math.min(collectedBytes, bytes);
    const hasGrown = bytes > collectedBytes + GROWN_BYTES;
    if (!hasGrown) tries = 0;
    if (hasGrown && tries === MAX_TRIES) {
      // The memory is still in use after the collections.
      collectedBytes = bytes;
    } else if (hasGrown && (tries > 0 || performance.now() - collectedAt >= EVERYTHING_MS)) {
      tries += 1;
      collectedAt = performance.now();
      collectEverything();
    } else if (youngBytes() > SMALL_BYTES) collect({ type: 'minor' });
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

/**
 * Makes V8 begin to collect everything, in steps. `gc()` would hold the thread for all of it, and would keep the pages. A buffer that is
 * never written to costs no memory and counts as pressure, on which V8 starts a collection in steps; the flag, read when it starts, makes
 * it a collection that gives pages back.
 */
function collectEverything(): void {
  setFlagsFromString('--optimize-for-size');
  new ArrayBuffer(PRESSURE_BYTES);
  setFlagsFromString('--no-optimize-for-size');
}

/** The size of the heap of this thread, with the buffers that it refers to. */
function heapBytes(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
