import type { StoredSymbolFile } from '../files/symbol-file-finder.js';
import { LookupFailure, type LookupThreads } from '../workers/lookup-threads.js';
import type { Lookups, SymbolFileKind } from '../workers/lookup.js';

/** A question about a file. */
export interface Ask<Query> {
  readonly file: StoredSymbolFile;
  readonly query: Query;
}

/** The answer, or the reason for its absence. */
export type Found<Answer> = { readonly answer: Answer } | { readonly failure: string };

/** Asks symbol files, each once for all questions about it. */
export class FileSearch {
  constructor(
    private readonly threads: LookupThreads,
    private readonly readObject: (objectKey: string, signal: AbortSignal) => Promise<Uint8Array>,
  ) {}

  /**
   * Answers in the order of the questions. A question that is unanswered when the signal is aborted has a failure.
   *
   * @throws ServiceError unavailable if the store of the files does not respond.
   */
  async ask<Kind extends SymbolFileKind>(
    kind: Kind,
    asks: readonly Ask<Lookups[Kind]['query']>[],
    signal: AbortSignal,
  ): Promise<Found<Lookups[Kind]['answer']>[]> {
    const byFile = Map.groupBy(asks.keys(), (index) => asks[index]?.file.objectKey ?? '');
    const found: Found<Lookups[Kind]['answer']>[] = Array.from({ length: asks.length }, () => ({ failure: '' }));
    await Promise.all(
      [...byFile].map(async ([objectKey, indexes]) => {
        const queries = indexes.flatMap<Lookups[Kind]['query']>((index) => asks[index]?.query ?? []);
        const answers = await this.#find(kind, objectKey, queries, signal);
        indexes.forEach((index, nth) => {
          found[index] = typeof answers === 'string' ? { failure: answers } : { answer: answers[nth] };
        });
      }),
    );
    return found;
  }

  async #find<Kind extends SymbolFileKind>(
    kind: Kind,
    objectKey: string,
    queries: readonly Lookups[Kind]['query'][],
    signal: AbortSignal,
  ): Promise<Lookups[Kind]['answer'][] | string> {
    try {
      return await this.threads.find(kind, objectKey, queries, this.readObject, signal);
    } catch (error) {
      if (signal.aborted) return 'the time for making the stack readable was used up';
      if (error instanceof LookupFailure) return `the symbol file cannot be used: ${error.message}`;
      throw error;
    }
  }
}
