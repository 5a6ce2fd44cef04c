import { Worker } from 'node:worker_threads';
import type { Logger } from '@svc/observability';
import type { Announce } from './memory/row-memory.js';
import type { SinkMessage, SinkWorkerData } from './sink.worker.js';

/** Pause before a dead thread is restarted, so that a fault at startup does not cause a busy loop. */
const RESTART_MS = 1000;

export interface SinkThread {
  /** Whether the sink is consuming; false while it starts, which on Kafka can take as long as the session timeout of a dead member. */
  readonly running: boolean;
  /** Waits up to `graceMs` for running batches; an unfinished range is replayed at the next start. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Runs the sink in a thread and restarts the thread when it dies. Requests do not wait for it: acknowledged data stays in the
 * log until the sink processes it.
 *
 * @param prepared resolves when the column store has its tables.
 * @param announce called after records that are announced on a channel were stored, at most every few seconds for each channel.
 */
export function startSinkThread(
  data: SinkWorkerData,
  logger: Logger,
  prepared: Promise<void>,
  announce: Announce,
): SinkThread {
  let stopping = false;
  let running = false;
  let worker: Worker | undefined;
  let exited: Promise<void> = Promise.resolve();

  const start = (): void => {
    const thread = new Worker(new URL('./sink.worker.js', import.meta.url), { workerData: data, execArgv: [] });
    worker = thread;
    thread.on('message', (message: SinkMessage) => {
      if (message === 'started') running = true;
      else announce(message);
    });
    thread.on('error', (error: Error) => logger.error({ err: error }, 'sink thread failed; restarting'));
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
      // The thread is never terminated from outside: inside a transaction of the log it would leave a lock.
      const grace = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([exited, grace]);
    },
  };
}
