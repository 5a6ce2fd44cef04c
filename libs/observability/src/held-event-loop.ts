import type { Metrics } from './metrics.js';

/** Turns within this time are measured together: a turn that matters takes longer, and each measurement is a system call. */
const RESOLUTION_MS = 10;

/**
 * Adds a gauge of the longest time, since the metrics were last read, for which the event loop of this thread was busy without reaching its
 * next turn, to about ten milliseconds. It is CPU time of the thread, which unlike a delay does not grow when other programs keep the
 * processor busy.
 *
 * An immediate without a reference runs at the end of each turn, but unlike a timer does not cause any. A timer of ten milliseconds cost a
 * process at rest more than all its work.
 *
 * @returns a function that ends the measurement.
 */
export function measureHeldEventLoop(metrics: Metrics): () => void {
  let longestMicroseconds = 0;
  let last = process.threadCpuUsage();
  let measuredMs = performance.now();
  const measure = (): void => {
    const now = process.threadCpuUsage();
    longestMicroseconds = Math.max(longestMicroseconds, now.user + now.system - last.user - last.system);
    last = now;
    measuredMs = performance.now();
  };
  const endTurn = (): void => {
    if (performance.now() - measuredMs >= RESOLUTION_MS) measure();
    immediate = setImmediate(endTurn).unref();
  };
  let immediate = setImmediate(endTurn).unref();
  metrics.gauge(
    'svc_event_loop_held_max_seconds',
    'Longest CPU time between two turns of the event loop since the last scrape',
    [],
    (gauge) => {
      measure();
      gauge.set(longestMicroseconds / 1e6);
      longestMicroseconds = 0;
      return Promise.resolve();
    },
  );
  return () => clearImmediate(immediate);
}
