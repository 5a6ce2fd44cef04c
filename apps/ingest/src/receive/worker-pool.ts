import { Piscina } from 'piscina';
import { ServiceError } from '@svc/errors';
import type { WorkerAnswer } from './worker-answer.js';

export interface WorkerPool<Request extends unknown[], Prepared> {
  /** Runs work in a worker thread and throws its refusals as ServiceErrors. */
  run(...request: Request): Promise<Prepared>;
  close(): Promise<void>;
}

/** At most one thread, which ends when it is idle. */
export function createWorkerPool<Request extends unknown[], Prepared>(file: URL): WorkerPool<Request, Prepared> {
  const pool = new Piscina<Request, WorkerAnswer<Prepared>>({
    filename: file.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 10_000,
  });
  return {
    async run(...request) {
      const answer = await pool.run(request);
      if ('refusal' in answer) throw new ServiceError(answer.refusal.code, answer.refusal);
      return answer.prepared;
    },
    close: () => pool.destroy(),
  };
}
