import type { Metrics } from '@svc/observability';
import type { Clock } from '@svc/service';
import type { JobStore, QueueFigures } from './job-store.js';
import type { QueueWorker } from './queue-worker.js';

/**
 * Exposes figures of the queues that this process works on. Waiting jobs are those of all processes, running ones and failures are
 * this process's own.
 *
 * @returns the counter of failed attempts.
 */
export function exposeJobMetrics(
  metrics: Metrics,
  store: JobStore,
  workers: ReadonlyMap<string, QueueWorker>,
  clock: Clock,
): ReturnType<Metrics['counter']> {
  const expose = (name: string, help: string, toValue: (figures: QueueFigures) => number): void => {
    metrics.gauge(name, help, ['queue'], async (gauge) => {
      gauge.reset();
      // While the database does not answer, the figures are absent and all other metrics are served.
      const figures = await store.figures([...workers.keys()], new Date(clock())).catch(() => undefined);
      if (!figures) return;
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
  return metrics.counter('svc_job_attempts_failed_total', 'Attempts at jobs that failed', ['queue']);
}
