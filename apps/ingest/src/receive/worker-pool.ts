import { Piscina } from 'piscina';
import { ServiceError } from '@svc/errors';
import { FairGate, GateRefused } from '@svc/fairness';
import type { WorkerAnswer } from './worker-answer.js';

const THREADS = 2;
/** Bodies that wait for a thread, of all projects and of each; they hold their bytes in flight while they wait. */
const WAITING = { total: 256, each: 16 } as const;
/** Longest wait for a thread; clients give up after about as long. */
const MAX_WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 1;

export interface WorkerPool<Request extends unknown[], Prepared> {
  /**
   * Runs work of a project in a worker thread and throws its refusals as ServiceErrors.
   * @throws ServiceError concurrency_limited if too much work of the project waits, or waits for too long.
   */
  run(projectNumber: number, ...request: Request): Promise<Prepared>;
  close(): Promise<void>;
}

/** Two threads, which end when they are idle. One project gets one of them at a time, and projects take turns. */
export function createWorkerPool<Request extends unknown[], Prepared>(file: URL): WorkerPool<Request, Prepared> {
  const pool = new Piscina<Request, WorkerAnswer<Prepared>>({
    filename: file.href,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: 10_000,
  });
  const each = { running: THREADS - 1, waiting: WAITING.each };
  const gate = new FairGate({ running: THREADS, waiting: WAITING.total, each });
  const { signal } = new AbortController();
  return {
    async run(projectNumber, ...request) {
      const leave = await gate.enter(projectNumber, signal, performance.now() + MAX_WAIT_MS).catch(toRefusal);
      try {
        const answer = await pool.run(request);
        if ('refusal' in answer) throw new ServiceError(answer.refusal.code, answer.refusal);
        return answer.prepared;
      } finally {
        leave();
      }
    },
    close: () => pool.destroy(),
  };
}

function toRefusal(error: unknown): never {
  if (!(error instanceof GateRefused)) throw error;
  throw new ServiceError('concurrency_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
