import { deadline } from '@svc/config';
import { FairGate, GateRefused } from '@svc/fairness';
import { ServiceError } from '@svc/service-error';
import { Piscina } from 'piscina';
import type { WorkerAnswer, WorkerTask } from './worker-answer.js';

const THREADS = 2;
/** Bodies that wait for a thread, of all projects and of each; they hold their bytes in flight while they wait. */
const WAITING = { total: 256, each: 16 } as const;
/** Longest wait for a thread; clients give up after about as long. */
const MAX_WAIT_MS = deadline(10_000);
const RETRY_AFTER_SECONDS = 1;
/**
 * Longest time for one body, in milliseconds, from when a thread begins with it: starting a thread can take seconds on a busy machine,
 * whatever the body is. The largest allowed body takes a few seconds at worst; a body that takes longer would take
 * a thread away from everybody else.
 */
const MAX_RUN_MS = 20_000;

/** The owner of a body. */
export interface BodyOwner {
  readonly projectNumber: number;
  readonly keyId: string;
}

export interface WorkerPool<Request extends unknown[], Prepared> {
  /**
   * Runs work in a worker thread and throws its refusals as ServiceErrors.
   * @throws ServiceError concurrency_limited if too much work of the key or the project waits, or waits for too long; payload_too_large if
   * the work takes too long. Its thread is then stopped and replaced; it had no other work.
   */
  run(owner: BodyOwner, ...request: Request): Promise<Prepared>;
  close(): Promise<void>;
}

export interface WorkerPoolOptions<Request extends unknown[]> {
  /** Longest time for one body in milliseconds, from when a thread begins with it. */
  readonly maxRunMs?: number;
  /** The memory of a request that is moved to the thread instead of being copied; the caller may not read it afterwards. */
  readonly movable?: (request: Request) => ArrayBuffer[];
}

/**
 * Two threads, which end when they are idle. One project gets one of them at a time, and projects take turns; within a project, keys do,
 * because only one body of a key is in the queue of its project.
 */
export function createWorkerPool<Request extends unknown[], Prepared>(
  file: URL,
  { maxRunMs = MAX_RUN_MS, movable = () => [] }: WorkerPoolOptions<Request> = {},
): WorkerPool<Request, Prepared> {
  const pool = new Piscina<WorkerTask<Request>, WorkerAnswer<Prepared>>({
    filename: file.href,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: 10_000,
  });
  const each = { running: THREADS - 1, waiting: WAITING.each };
  const projects = new FairGate({ running: THREADS, waiting: WAITING.total, each });
  const keys = new FairGate({
    running: WAITING.total,
    waiting: WAITING.total,
    each: { running: 1, waiting: WAITING.each },
  });
  const { signal } = new AbortController();
  const runInThread = async (request: Request): Promise<Prepared> => {
    const limit = new RunLimit(maxRunMs);
    const answer = await pool
      .run([limit.begun, ...request], { signal: limit.signal, transferList: movable(request) })
      .catch(toTooLong)
      .finally(() => limit.end());
    if ('refusal' in answer) throw new ServiceError(answer.refusal.code, answer.refusal);
    return answer.prepared;
  };
  return {
    async run({ projectNumber, keyId }, ...request) {
      const deadlineMs = performance.now() + MAX_WAIT_MS;
      const leaveKey = await keys.enter(keyId, signal, deadlineMs).catch(toRefusal);
      try {
        const leaveProject = await projects.enter(projectNumber, signal, deadlineMs).catch(toRefusal);
        try {
          return await runInThread(request);
        } finally {
          leaveProject();
        }
      } finally {
        leaveKey();
      }
    },
    close: () => pool.destroy(),
  };
}

/** Aborts work that takes longer than a limit, which is measured from when its thread begins. */
class RunLimit {
  readonly begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #limit = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(maxRunMs: number) {
    void Promise.resolve(Atomics.waitAsync(this.begun, 0, 0).value).then(() => {
      if (!this.#hasEnded) this.#timer = setTimeout(() => this.#limit.abort(), maxRunMs);
    });
  }

  get signal(): AbortSignal {
    return this.#limit.signal;
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    Atomics.notify(this.begun, 0);
  }
}

function toRefusal(error: unknown): never {
  if (!(error instanceof GateRefused)) throw error;
  throw new ServiceError('concurrency_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function toTooLong(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
  throw new ServiceError('payload_too_large', {
    message: 'The body takes too long to check; send it in smaller parts.',
  });
}
