import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const INTERVAL_MS = 10_000;
/** Share of an interval below which the event loop counts as at rest. */
const REST = 0.1;
/** The space for young objects is left alone up to this size. */
const SMALL_BYTES = 4 * 1024 * 1024;

/**
 * Gives the memory for young objects of this thread back to the system when its event loop has been at rest for ten seconds. V8 lets it grow to 64
 * MiB while a service starts or is busy and only shrinks it with a collection, which nothing causes at rest. That of the few young
 * objects takes some milliseconds.
 *
 * @returns a function that ends it.
 */
export function giveMemoryBackAtRest(intervalMs = INTERVAL_MS): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization < REST && youngBytes() > SMALL_BYTES) collect({ type: 'minor' });
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
