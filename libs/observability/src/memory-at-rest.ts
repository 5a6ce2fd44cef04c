import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const INTERVAL_MS = 10_000;
/** Share of an interval below which the event loop counts as at rest. */
const REST = 0.1;
/** The space for young objects is left alone up to this size. */
const SMALL_BYTES = 4 * 1024 * 1024;
/** By how much a thread has to have grown since its last collection of everything for another one. */
const GROWN_BYTES = 32 * 1024 * 1024;

export interface GivingBack {
  /** Whether to collect everything rather than young objects only: for threads that no request waits for, because it takes a tenth of a second. */
  readonly everything?: boolean;
  readonly intervalMs?: number;
}

/**
 * Gives the memory for young objects of this thread back to the system when its event loop has been at rest for ten seconds. V8 lets it grow to 64
 * MiB while a service starts or is busy and only shrinks it with a collection, which nothing causes at rest. That of the few young
 * objects takes some milliseconds.
 *
 * @returns a function that ends it.
 */
export function giveMemoryBackAtRest({ everything = false, intervalMs = INTERVAL_MS }: GivingBack = {}): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { readonly type: 'minor' | 'major' }) => void;
  let collectedBytes = 0;
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization >= REST) return;
    if (everything && heapBytes() > collectedBytes + GROWN_BYTES) {
      collect({ type: 'major' });
      collectedBytes = heapBytes();
    } else if (youngBytes() > SMALL_BYTES) collect({ type: 'minor' });
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

/** The size of the heap of this thread, with the buffers that it refers to. */
function heapBytes(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
