import type { Metrics } from './metrics.js';

const INTERVAL_MS = 10;

/**
 * Adds a gauge of the longest time, since the metrics were last read, for which the event loop of this thread was busy without letting a
 * timer of ten milliseconds run. It is CPU time of the thread, which unlike the delay of the timer does not grow when other programs keep
 * the processor busy.
 *
 * @returns a function that ends the measurement.
 */
export function measureHeldEventLoop(metrics: Metrics): () => void {
  let longestMicroseconds = 0;
  let last = process.threadCpuUsage();
  const measure = (): void => {
    const now = process.threadCpuUsage();
    longestMicroseconds = Math.max(longestMicroseconds, now.user + now.system - last.user - last.system);
    last = now;
  };
  const timer = setInterval(measure, INTERVAL_MS).unref();
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
  return () => clearInterval(timer);
}
