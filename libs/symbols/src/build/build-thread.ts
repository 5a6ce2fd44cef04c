import { FairGate, GateRefused } from '@svc/fairness';
import { ServiceError } from '@svc/service-error';
import { Piscina } from 'piscina';
import { SymbolFileRefusal } from '../columns/refusal.js';
import type { Build, BuildAnswer, BuildRequest } from './build.js';

/** Enough for a source map of 64 MiB that describes a program; columns are outside of the heap. */
const MAX_HEAP_MIB = 640;
/** A hundred times the duration of the largest real files. */
const MAX_RUN_MS = 120_000;
/** The longest that a file waits for its turn; clients repeat an upload that is answered with 503. */
const MAX_WAIT_MS = 60_000;
const WAITING = { total: 64, each: 8 };
const RETRY_SECONDS = 10;
const NEVER = new AbortController().signal;

/** A thread that makes uploaded files searchable, by turns of projects. A file that is too much for it does not harm the next one. */
export class BuildThread {
  readonly #pool: Piscina<BuildRequest, BuildAnswer>;
  readonly #turns = new FairGate({
    running: 1,
    waiting: WAITING.total,
    each: { running: 1, waiting: WAITING.each },
  });

  /**
   * @param maxRunMs how long reading one file may take.
   * @param maxWaitMs how long a file may wait for its turn.
   */
  constructor(
    private readonly maxRunMs = MAX_RUN_MS,
    private readonly maxWaitMs = MAX_WAIT_MS,
  ) {
    this.#pool = new Piscina<BuildRequest, BuildAnswer>({
      filename: new URL('./build.worker.js', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 10_000,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
  }

  /**
   * @throws SymbolFileRefusal if the file cannot be used, or takes more memory or time than a real one; ServiceError unavailable if files
   * of others take the thread for too long.
   */
  async build(request: BuildRequest): Promise<Build> {
    const leave = await this.#turns
      .enter(request.projectId, NEVER, performance.now() + this.maxWaitMs)
      .catch((error: unknown) => {
        if (!(error instanceof GateRefused)) throw error;
        throw new ServiceError('unavailable', {
          message: 'Other symbol files are being read. Send the file again later.',
          retryAfterSeconds: RETRY_SECONDS,
        });
      });
    try {
      return await this.#read(request);
    } finally {
      leave();
    }
  }

  async #read({ kind, path, projectId }: BuildRequest): Promise<Build> {
    const signal = AbortSignal.timeout(this.maxRunMs);
    const answer = await this.#pool.run({ kind, path, projectId }, { signal }).catch((error: unknown) => {
      if (signal.aborted) throw new SymbolFileRefusal('takes too long to read');
      if (isOutOfMemory(error)) throw new SymbolFileRefusal('takes too much memory to read');
      throw error;
    });
    if ('refused' in answer) throw new SymbolFileRefusal(answer.refused, answer.field);
    return answer;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

function isOutOfMemory(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
}
