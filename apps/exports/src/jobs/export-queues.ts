import { Queue, type QueueOptions } from '@svc/work';

export interface ExportPayload {
  readonly jobId: string;
}

export interface SweepPayload extends ExportPayload {
  readonly projectId: string;
}

/**
 * Exports that run. Failures are counted in the job's own record, so that the queue only counts what ended with its process: an export that
 * ends every process that tries it is given up some time.
 */
export const exportQueue = (options: Pick<QueueOptions, 'concurrency' | 'leaseMs'> = {}): Queue<ExportPayload> =>
  new Queue<ExportPayload>({ ...options, name: 'exports', maxAttempts: 100, pollMs: 1_000 });

/** The queue for callers to which only its name matters, such as `enqueue` and `wake`. */
export const EXPORT_QUEUE = exportQueue();

/** One for each export from its creation until nothing of it is left in the object store, also when its project is gone. */
export const EXPORT_SWEEPS = new Queue<SweepPayload>({
  name: 'export-sweeps',
  concurrency: 2,
  pollMs: 1_000,
  backoff: { baseMs: 5_000, maxMs: 300_000 },
});
