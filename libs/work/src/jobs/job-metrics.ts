import type { Metrics } from '@svc/observability';
import type { Clock } from '@svc/runtime';
import type { JobStore, QueueFigures } from './job-store.js';
import type { QueueWorker } from './queue-worker.js';

type Counter = ReturnType<Metrics['counter']>;

/**
 * Exposes figures of the queues that this process works on. Waiting jobs are counted over all processes, running jobs
 * and failures only for this one.
 *
 * @returns the counters of attempts.
 */
export function exposeJobMetrics(
  metrics: Metrics,
  store: JobStore,
  workers: ReadonlyMap<string, QueueWorker>,
  clock: Clock,
): { readonly attempts: Counter; readonly failures: Counter } {
  const expose = (name: string, help: string, toValue: (figures: QueueFigures) => number): void => {
    metrics.gauge(name, help, ['queue'], async (gauge) => {
      gauge.reset();
      const figures = await store.figures([...workers.keys()], new Date(clock()));
      for (const queue of workers.keys()) gauge.set({ queue }, 0);
      for (const row of figures) gauge.set({ queue: row.queue }, toValue(row));
    });
  };
  expose('svc_jobs_waiting', 'Jobs that no worker runs', ({ waiting }) => waiting);
  expose(
    'svc_jobs_oldest_seconds',
    'Seconds for which the oldest waiting job has been due',
    ({ oldestSeconds }) => oldestSeconds,
  );
  metrics.gauge('svc_jobs_running', 'Jobs that this process runs', ['queue'], (gauge) => {
    for (const [queue, worker] of workers) gauge.set({ queue }, worker.running);
    return Promise.resolve();
  });
  return {
    attempts: metrics.counter('svc_job_attempts_total', 'Attempts at jobs of this process', ['queue']),
    failures: metrics.counter('svc_job_attempts_failed_total', 'Attempts at jobs that failed', ['queue']),
  };
}
