import { Piscina } from 'piscina';
import { SymbolFileRefusal } from '../columns/refusal.js';
import type { Build, BuildAnswer, BuildRequest } from './build.js';

/** Enough for a source map of 64 MiB that describes a program; columns are outside of the heap. */
const MAX_HEAP_MIB = 640;
/** A hundred times the duration of the largest real files. */
const MAX_RUN_MS = 120_000;

/** A thread that makes uploaded files searchable, one after the other. A file that is too much for it does not harm the next one. */
export class BuildThread {
  readonly #pool: Piscina<BuildRequest, BuildAnswer>;

  constructor(private readonly maxRunMs = MAX_RUN_MS) {
    this.#pool = new Piscina<BuildRequest, BuildAnswer>({
      filename: new URL('./build.worker.js', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 10_000,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
  }

  /** @throws SymbolFileRefusal if the file cannot be used, or takes more memory or time than a real one. */
  async build({ kind, path, projectId }: BuildRequest): Promise<Build> {
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
