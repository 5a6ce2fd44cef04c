import { Worker } from 'node:worker_threads';
import type { Logger } from '@svc/observability';
import type { SinkWorkerData } from './sink.worker.js';

/** Pause before a dead thread is replaced: long enough not to spin on a fault at its start. */
const RESTART_MS = 1000;

export interface SinkThread {
  /** Rejects when the thread is not running; used by readiness. */
  check(): Promise<void>;
  /** Lets running batches finish for `graceMs`, then ends the thread; an unfinished range is replayed at the next start. */
  stop(graceMs: number): Promise<void>;
}

/** Runs the sink in a thread and starts it again when it dies. Resolves when it consumes. */
export async function startSinkThread(data: SinkWorkerData, logger: Logger): Promise<SinkThread> {
  let stopping = false;
  let worker: Worker | undefined;
  let running = false;

  const start = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const thread = new Worker(new URL('./sink.worker.js', import.meta.url), { workerData: data, execArgv: [] });
      worker = thread;
      thread.once('message', () => {
        running = true;
        resolve();
      });
      thread.once('error', (error: Error) => {
        logger.error({ err: error }, 'sink thread failed');
        reject(error);
      });
      thread.once('exit', () => {
        running = false;
        if (!stopping) setTimeout(() => void start().catch(() => undefined), RESTART_MS).unref();
      });
    });

  await start();
  return {
    check: () => (running ? Promise.resolve() : Promise.reject(new Error('the sink is not running'))),
    async stop(graceMs) {
      stopping = true;
      const thread = worker;
      if (!thread || !running) return;
      const exited = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
      thread.postMessage('stop');
      const force = setTimeout(() => void thread.terminate(), graceMs);
      await exited;
      clearTimeout(force);
    },
  };
}
