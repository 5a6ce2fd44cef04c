import { ServiceError } from '@svc/service-error';
import { Piscina } from 'piscina';
import { FairGate, GateRefused } from '../fair-gate.js';
import type { ThreadAnswer } from './thread-answer.js';

/** Bounds of the work of a thread. */
export interface FairThreadOptions {
  /** The module of the thread, whose default export answers with `answer`. */
  readonly module: URL;
  /** Longest time for one request in milliseconds. */
  readonly maxRunMs: number;
  /** Longest wait for a turn in milliseconds. */
  readonly maxWaitMs: number;
  /** Requests that wait for a turn, of all projects and of each. */
  readonly waiting: { readonly total: number; readonly each: number };
  /** Heap of the thread in MiB. */
  readonly maxHeapMib: number;
  /** The refusal of a request that gets no turn. */
  readonly busy: () => ServiceError;
}

const IDLE_MS = 10_000;
const NEVER = new AbortController().signal;

/**
 * A thread for what would hold the event loop, by turns of projects. It starts with the first request and ends after a while without any.
 */
export class FairThread<Request, Result> {
  readonly #pool: Piscina<Request, ThreadAnswer<Result>>;
  readonly #turns: FairGate;

  constructor(private readonly options: FairThreadOptions) {
    const { module, maxHeapMib, waiting } = options;
    this.#pool = new Piscina({
      filename: module.href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMib },
    });
    this.#turns = new FairGate({ running: 1, waiting: waiting.total, each: { running: 1, waiting: waiting.each } });
  }

  /** @throws ServiceError of the thread; payload_too_large if it takes too long; `busy` while the requests of others do. */
  async run(projectId: string, request: Request): Promise<Result> {
    const { maxRunMs, maxWaitMs } = this.options;
    const leave = await this.#enter(projectId, performance.now() + maxWaitMs);
    try {
      const signal = AbortSignal.timeout(maxRunMs);
      const answer = await this.#pool.run(request, { signal }).catch((error: unknown) => {
        throw signal.aborted ? new ServiceError('payload_too_large') : error;
      });
      if ('refusal' in answer) throw new ServiceError(answer.refusal.code, answer.refusal);
      return answer.result;
    } finally {
      leave();
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #enter(projectId: string, deadline: number): Promise<() => void> {
    try {
      return await this.#turns.enter(projectId, NEVER, deadline);
    } catch (error) {
      throw error instanceof GateRefused ? this.options.busy() : error;
    }
  }
}
