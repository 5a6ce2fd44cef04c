import { Worker } from 'node:worker_threads';
import type { Logger } from '@svc/observability';
import type { SinkWorkerData } from './sink.worker.js';

/** Pause before a dead thread is replaced: long enough not to spin on a fault at its start. */
const RESTART_MS = 1000;

export interface SinkThread {
  /** Whether it consumes; false while it starts, which on Kafka can take as long as the group needs to miss a dead member. */
  readonly running: boolean;
  /** Lets running batches finish for `graceMs`; an unfinished range is replayed at the next start. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Runs the sink in a thread, and in another one whenever it dies. Receiving does not wait for it: what is acknowledged lies in the
 * log until the sink gets to it.
 *
 * @param prepared resolves when the column store has its tables.
 */
export function startSinkThread(data: SinkWorkerData, logger: Logger, prepared = Promise.resolve()): SinkThread {
  let stopping = false;
  let running = false;
  let worker: Worker | undefined;
  let exited: Promise<void> = Promise.resolve();

  const start = (): void => {
    const thread = new Worker(new URL('./sink.worker.js', import.meta.url), { workerData: data, execArgv: [] });
    worker = thread;
    thread.once('message', () => (running = true));
    thread.on('error', (error: Error) => logger.error({ err: error }, 'sink thread failed'));
    exited = new Promise((resolve) =>
      thread.once('exit', () => {
        running = false;
        if (!stopping) setTimeout(() => !stopping && start(), RESTART_MS).unref();
        resolve();
      }),
    );
  };

  void prepared.then(() => !stopping && start());
  return {
    get running() {
      return running;
    },
    async stop(graceMs) {
      stopping = true;
      worker?.postMessage('stop');
      // It is never terminated: a thread that ends inside a transaction of the log leaves a lock behind.
      const grace = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([exited, grace]);
    },
  };
}
