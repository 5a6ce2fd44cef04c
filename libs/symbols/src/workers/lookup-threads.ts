import { createHash } from 'node:crypto';
import { Piscina } from 'piscina';
import type { LookupAnswer, LookupRequest, Lookups, SymbolFileKind } from './lookup.js';

export interface LookupThreadsOptions {
  /** Threads; each has a part of the files. */
  readonly threads: number;
  /** Bytes of symbol files that all threads together keep. */
  readonly cacheBytes: number;
}

/** Reads a stored symbol file. */
export type ReadFile = (objectKey: string, signal: AbortSignal) => Promise<Uint8Array>;

/** Why a file gave no answers. The message is for people. */
export class LookupFailure extends Error {}

/** Columns of files are outside of the heap, so a thread needs little. */
const MAX_HEAP_MIB = 512;

/**
 * Threads that keep symbol files and search them. A file always goes to the same thread, so that it is in memory once.
 * A thread that fails, or takes longer than its caller waits, is replaced; its successor answers the calls of others.
 */
export class LookupThreads {
  readonly #threads: readonly Piscina<LookupRequest, LookupAnswer>[];

  constructor({ threads, cacheBytes }: LookupThreadsOptions) {
    this.#threads = Array.from(
      { length: threads },
      () =>
        new Piscina<LookupRequest, LookupAnswer>({
          filename: new URL('./lookup.worker.js', import.meta.url).href,
          minThreads: 0,
          maxThreads: 1,
          idleTimeout: 300_000,
          workerData: { cacheBytes: Math.floor(cacheBytes / threads) },
          resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
        }),
    );
  }

  /**
   * The answer to each query.
   *
   * @throws LookupFailure if the file cannot be used; the reason of the signal once it is aborted.
   */
  async find<Kind extends SymbolFileKind>(
    kind: Kind,
    objectKey: string,
    queries: readonly Lookups[Kind]['query'][],
    read: ReadFile,
    signal: AbortSignal,
  ): Promise<Lookups[Kind]['answer'][]> {
    const thread = this.#threadFor(objectKey);
    const request: LookupRequest = { kind, objectKey, queries };
    let answer = await run(thread, request, signal);
    if (answer === 'absent') answer = await run(thread, { ...request, bytes: await read(objectKey, signal) }, signal);
    if (answer === 'absent') throw new LookupFailure('it could not be loaded');
    if ('refused' in answer) throw new LookupFailure(`it ${answer.refused}`);
    return answer.answers as Lookups[Kind]['answer'][];
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.destroy()));
  }

  #threadFor(objectKey: string): Piscina<LookupRequest, LookupAnswer> {
    const number = createHash('sha256').update(objectKey).digest().readUInt32BE(0);
    const thread = this.#threads[number % this.#threads.length];
    if (!thread) throw new Error('Symbolication has no threads');
    return thread;
  }
}

async function run(thread: Piscina<LookupRequest, LookupAnswer>, request: LookupRequest, signal: AbortSignal) {
  try {
    return await thread.run(request, { signal });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new LookupFailure('reading it took more memory than it may', { cause: error });
  }
}
